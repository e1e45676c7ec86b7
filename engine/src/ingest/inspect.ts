import type { Crs } from '../crs/crs.ts';
import type { RasterFaults, RasterNote } from '../facts/raster-facts.ts';
import { bytesPerSample } from '../raster/samples.ts';
import { type ByteSource, openTiff, type Tiff, type TiffImage } from '../tiff/index.ts';
import { canStream } from '../tiff/reading/unpack-stream.ts';
import { asRasterError, RasterError } from './errors.ts';
import type { RasterHeader, RasterKind } from './facts.ts';
import { groundFacts, type PlacedImage, placedImage, usedCrs } from './ground.ts';
import { ingestLimits, keptBands, tileRowBytes } from './limits.ts';
import { isStreamed } from './rows/image-rows.ts';
import { blocksAcross } from './rows/streamed-rows.ts';

/** A person's choices that override what the file says. */
export interface RasterChoices {
  /** The band that is shown, from 0; the first when left out. */
  readonly band?: number | undefined;
  /** What its numbers are; decided by the file's colours when left out. */
  readonly kind?: RasterKind | undefined;
  /** The coordinate system, if the file names none or a wrong one. */
  readonly epsg?: number | undefined;
}

/** An inspected file: everything is known except its pixels. */
export interface InspectedRaster {
  readonly tiff: Tiff;
  readonly image: PlacedImage;
  readonly crs: Crs;
  readonly header: RasterHeader;
}

/**
 * Reads everything about a file except its pixels. Rejects with RasterError if the file cannot be
 * used.
 */
export async function inspectRaster(
  source: ByteSource,
  choices: RasterChoices = {},
  signal?: AbortSignal,
): Promise<InspectedRaster> {
  const tiff = await open(source, signal);
  requireReadable(tiff.image);
  const image = placedImage(tiff.image, choices.epsg);
  const band = choices.band ?? 0;
  if (!Number.isInteger(band) || band < 0 || band >= image.bandCount) {
    const params = { band: band + 1, bandCount: image.bandCount };
    throw new RasterError('unsupported', { code: 'band-missing', params });
  }
  if (choices.kind === 'rgb') requireColours(image);
  const crs = usedCrs(image, choices.epsg);
  const ground = groundFacts(image, crs);
  const header: RasterHeader = {
    ...ground,
    width: image.width,
    height: image.height,
    bandCount: image.bandCount,
    band,
    bandUnits: image.bands.map(({ unit = null }) => unit),
    bandNames: image.bands.map(({ description = null }) => description),
    sampleType: image.sampleType,
    dataType: gdalTypeOf(image),
    nodata: image.nodata === undefined ? null : String(image.nodata).toLowerCase(),
    kind: choices.kind ?? kindOf(image),
    hasMask: image.mask !== undefined || image.colours.alphaBand !== undefined,
    compression: image.encoding.compression,
    fileBytes: (await source.size(signal)) ?? 0,
    notes: notesOf(tiff),
  };
  return { tiff, image, crs, header };
}

function notesOf({ notes, image }: Tiff): RasterNote[] {
  const told = notes.map((detail): RasterNote => ({ code: 'tiff-note', params: { detail } }));
  return image.affine ? told : [...told, { code: 'without-place' }];
}

async function open(source: ByteSource, signal: AbortSignal | undefined): Promise<Tiff> {
  try {
    return await openTiff(source, { limits: ingestLimits.tiff, ...(signal && { signal }) });
  } catch (error) {
    throw asRasterError(error);
  }
}

function requireReadable(image: TiffImage): void {
  const { width, height, bandCount, sampleType } = image;
  const pixels = width * height;
  if (pixels > ingestLimits.pixels) {
    const params = { width, height, limit: ingestLimits.pixels };
    throw new RasterError('too-large', { code: 'too-many-pixels', params });
  }
  const bytes = pixels * bandCount * bytesPerSample(sampleType);
  if (bytes > ingestLimits.unpackedBytes) {
    const params = { bytes, limit: ingestLimits.unpackedBytes };
    throw new RasterError('too-large', { code: 'too-many-bytes', params });
  }
  const rowBytes = tileRowBytes(image);
  if (rowBytes > ingestLimits.tileRowBytes) {
    const limit = Math.floor((ingestLimits.tileRowBytes / rowBytes) * width);
    throw new RasterError('too-large', { code: 'too-wide', params: { width, limit } });
  }
  requireBlocks(image);
}

/** Throws if blocks are too large to be unpacked. */
function requireBlocks(image: TiffImage): void {
  const { layout, encoding } = image;
  const { blockBytes, isTiled, isPlanar } = layout;
  const planes = keptBands(image, 0).length;
  if (!isTiled && (canStream(encoding) || encoding.compression === 'none')) return;
  const limit = isStreamed(image, planes) ? ingestLimits.tileBytes : wholeBytesOf(image);
  const kind = isTiled ? 'tile' : 'strip';
  requireBlockBytes({ kind, isOfAllBands: false, bytes: blockBytes, limit });
  if (isPlanar) {
    const bytes = blockBytes * planes;
    requireBlockBytes({ kind, isOfAllBands: true, bytes, limit: ingestLimits.planesBytes });
  }
}

function wholeBytesOf(image: TiffImage): number {
  const { picture, lerc, onlyLerc, other } = ingestLimits.wholeBytes;
  switch (image.encoding.compression) {
    case 'jpeg':
    case 'webp':
      return picture;
    case 'lerc':
      return blocksAcross(image, image.bandCount) * image.layout.rows === 1 ? onlyLerc : lerc;
    default:
      return other;
  }
}

function requireBlockBytes(params: RasterFaults['block-too-large']): void {
  if (params.bytes <= params.limit) return;
  throw new RasterError('too-large', { code: 'block-too-large', params });
}

/** A picture's colours have eight bits. Wider samples are nearly always measurements. */
function kindOf({ colours, sampleType, bandCount }: TiffImage): RasterKind {
  if (colours.palette && bandCount === 1) return 'categorical';
  return colours.isRgb && sampleType === 'uint8' ? 'rgb' : 'continuous';
}

function requireColours(image: TiffImage): void {
  if (image.bandCount >= 3 && image.sampleType === 'uint8') return;
  const params = { bandCount: image.bandCount, dataType: gdalTypeOf(image) };
  throw new RasterError('unsupported', { code: 'not-colors', params });
}

/** GDAL's name for the samples of a file. */
function gdalTypeOf({ encoding }: TiffImage): string {
  const { bitsPerSample, sampleFormat } = encoding;
  const bits = [8, 16, 32, 64].find((size) => bitsPerSample <= size);
  switch (sampleFormat) {
    case 'float':
      return bits === 64 ? 'Float64' : 'Float32';
    case 'signed':
      return `Int${bits}`;
    case 'unsigned':
      return bits === 8 ? 'Byte' : `UInt${bits}`;
  }
}
