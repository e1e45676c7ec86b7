/** The most that a raster may demand. They stop a file that was made to exhaust the machine. */
export const ingestLimits = {
  /** Pixels of one band. */
  pixels: 2 ** 32,
  /** Bytes of all bands, unpacked. */
  unpackedBytes: 2 ** 36,
  /** Bytes of one decompressed tile. Strips are read as streams and may be larger. */
  tileBytes: 128 * 2 ** 20,
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
