/** The GeoTIFF keys that decide which CRS a code stands for. */
export const geoKey = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicCode: 2048,
  geographicCitation: 2049,
  angularUnits: 2054,
  projectedCode: 3072,
  projectedCitation: 3073,
  linearUnits: 3076,
} as const;

/**
 * The keys of a file by their numbers. Short values and doubles are numbers, and text is unchanged.
 */
export type GeoKeys = ReadonlyMap<number, number | string | readonly number[]>;
