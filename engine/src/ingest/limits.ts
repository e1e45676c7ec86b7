import { bytesPerSample, type SampleType } from '../raster/samples.ts';

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

interface BandedImage {
  readonly width: number;
  readonly height: number;
  readonly bandCount: number;
  readonly sampleType: SampleType;
}

/** Bytes of one band in a row of the smallest tiles. */
export function tileRowBytes(image: Omit<BandedImage, 'bandCount'>): number {
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
