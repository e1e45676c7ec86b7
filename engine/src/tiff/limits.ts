/**
 * The most that a file may demand. A file may come from a stranger, so no limit is taken from the
 * file itself.
 */
export interface TiffLimits {
  /** Image directories that are read, including those of overviews and masks. */
  readonly directories: number;
  /** Bands of one image. */
  readonly bands: number;
  /** Pixels along one side of an image. */
  readonly sidePixels: number;
  /** Blocks of one image. */
  readonly blocks: number;
  /** Bytes of one tag's value. Tables of block offsets are read in parts. */
  readonly tagBytes: number;
  /** Decoded bytes of one tile or strip. */
  readonly blockBytes: number;
  /** Bytes of all bands in one window. */
  readonly windowBytes: number;
  /** Bytes of blocks that are read and decoded at the same time. One block is always allowed. */
  readonly inFlightBytes: number;
}

const mebibyte = 2 ** 20;

export const defaultTiffLimits: TiffLimits = {
  directories: 256,
  bands: 4096,
  sidePixels: 2 ** 31 - 1,
  blocks: mebibyte,
  tagBytes: 16 * mebibyte,
  blockBytes: 128 * mebibyte,
  windowBytes: 1024 * mebibyte,
  inFlightBytes: 64 * mebibyte,
};
