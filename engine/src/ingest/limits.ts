import type { RasterFaults } from '../facts/raster-facts.ts';
import { bytesPerSample } from '../raster/samples.ts';
import type { TiffImage } from '../tiff/index.ts';
import { canStream } from '../tiff/reading/unpack-stream.ts';
import { RasterError } from './errors.ts';
import { isStreamed } from './rows/image-rows.ts';
import { blocksAcross } from './rows/streamed-rows.ts';

/** The most that a raster may demand. They stop a file that was made to exhaust the machine. */
export const ingestLimits = {
  /** Pixels of one band. */
  pixels: 2 ** 32,
  /** Bytes of all bands, unpacked. */
  unpackedBytes: 2 ** 36,
  /** Bytes of one decompressed tile. Strips are read as streams and may be larger. */
  tileBytes: 128 * 2 ** 20,
  /**
   * Bytes of one block that can't be unpacked in parts. JPEG and WebP take about three times of that. LERC
   * takes about ten times in each thread, so that a file's only block may be larger.
   */
  wholeBytes: {
    picture: 64 * 2 ** 20,
    lerc: 8 * 2 ** 20,
    onlyLerc: 16 * 2 ** 20,
    other: 32 * 2 ** 20,
  },
  /** Bytes of the smallest row of tiles that is written. Several such rows are in memory. */
  tileRowBytes: 48 * 2 ** 20,
  /** Bytes of the tiles of one place where bands lie apart, because they are unpacked together. */
  planesBytes: 256 * 2 ** 20,
  /**
   * The largest number of bands that are all kept. Of more bands only the one that is shown is
   * kept.
   */
  keptBands: 16,
  /**
   * Limits for the TIFF reader. Its limit for strips is high, because the one above applies to
   * tiles only.
   */
  tiff: { blockBytes: 2 ** 36, inFlightBytes: 64 * 2 ** 20 },
} as const;

/** Pixels on the side of the smallest tiles that are written. */
export const smallestTileSize = 16;

type BandedImage = Pick<TiffImage, 'width' | 'height' | 'bandCount' | 'sampleType'>;

/** Bytes of one band in a row of the smallest tiles. */
function tileRowBytes(image: Omit<BandedImage, 'bandCount'>): number {
  const rows = Math.min(smallestTileSize, image.height);
  return rows * image.width * bytesPerSample(image.sampleType);
}

/**
 * All bands, from 0, or only the one that is shown if there are too many, or the image is so wide that
 * the rows of a tile in all bands would fill the memory.
 */
export function keptBands(image: BandedImage, shown: number): number[] {
  const { bandCount } = image;
  const areFew = bandCount <= ingestLimits.keptBands;
  return areFew && tileRowBytes(image) * bandCount <= ingestLimits.tileRowBytes
    ? Array.from({ length: bandCount }, (_, index) => index)
    : [shown];
}

/** Throws RasterError for an image that demands more than a raster may. */
export function requireWithinLimits(image: TiffImage): void {
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
