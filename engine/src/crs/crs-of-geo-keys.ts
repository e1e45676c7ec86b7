import { type Crs, crsOfEpsg, crsOfWkt } from './crs.ts';
import { CrsError } from './errors.ts';
import { type GeoKeys, geoKey } from './geo-key.ts';

/** Esri's programs write the whole definition into a citation. */
const esriDefinition = /ESRI PE String = (.+)$/s;

/**
 * The CRS that the keys of a GeoTIFF describe, for data around a position in its own coordinates;
 * undefined if they describe none. Throws CrsError for a CRS that cannot be converted.
 *
 * @param epsg the code in the keys, if there is one
 */
export function crsOfGeoKeys(
  keys: GeoKeys,
  epsg: number | undefined,
  around: readonly [x: number, y: number],
): Crs | undefined {
  if (epsg !== undefined) return crsOfEpsg(epsg, around);
  const wkt = citations(keys).map((text) => esriDefinition.exec(text)?.[1]);
  const described = wkt.find((text) => text !== undefined);
  if (described !== undefined) return crsOfWkt(described, around);
  if (!keys.has(geoKey.projectedCode) && !keys.has(geoKey.geographicCode)) return undefined;
  throw new CrsError(
    `The coordinate system ${nameOfGeoKeys(keys)} is described by its own parameters, which can't be converted here yet. Enter its EPSG code.`,
  );
}

/** A readable name of the CRS in the keys. */
export function nameOfGeoKeys(keys: GeoKeys): string {
  const name = citations(keys).map((text) => /^[^|\n=]+/.exec(text)?.[0].trim());
  return name.find((text) => text) ?? 'without a name';
}

function citations(keys: GeoKeys): string[] {
  const texts = [geoKey.projectedCitation, geoKey.citation, geoKey.geographicCitation];
  return texts.map((key) => keys.get(key)).filter((text) => typeof text === 'string');
}
