import type { Crs } from '../crs/crs.ts';
import type { RasterNote } from '../facts/raster-facts.ts';
import { type ByteSource, openTiff, type Tiff, type TiffImage } from '../tiff/index.ts';
import { asRasterError, RasterError } from './errors.ts';
import type { RasterHeader, RasterKind } from './facts.ts';
import { groundFacts, type PlacedImage, placedImage, usedCrs } from './ground.ts';
import { ingestLimits, keptBands, requireWithinLimits } from './limits.ts';

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
  /** The bands that are kept, from 0. */
  readonly bands: readonly number[];
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
  const band = choices.band ?? 0;
  requireWithinLimits(tiff.image);
  const bands = keptBands(tiff.image, band);
  const image = placedImage(tiff.image, choices.epsg);
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
  return { tiff, image, bands, crs, header };
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
