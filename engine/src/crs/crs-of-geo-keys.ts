import { type Crs, crsOf, crsOfEpsg, crsOfWkt } from './crs.ts';
import { CrsError } from './errors.ts';
import { type GeoKeys, geoKey, textOf } from './geo-key.ts';
import { definitionOfGeoKeys } from './geo-key-definition.ts';

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
  if (epsg !== undefined) return crsOfCode(keys, epsg, around);
  const wkt = citations(keys).map((text) => esriDefinition.exec(text)?.[1]);
  const described = wkt.find((text) => text !== undefined);
  if (described !== undefined) return crsOfWkt(described, around);
  const definition = definitionOfGeoKeys(keys, nameOfGeoKeys(keys));
  return definition && crsOf(definition, undefined, around);
}

/**
 * The CRS with the code in the keys. If the code is not in the table, the parameters beside it are
 * used.
 */
function crsOfCode(keys: GeoKeys, epsg: number, around: readonly [x: number, y: number]): Crs {
  try {
    return crsOfEpsg(epsg, around);
  } catch (error) {
    const isDescribed = keys.has(geoKey.projectionMethod) || keys.has(geoKey.semiMajorAxis);
    if (!(error instanceof CrsError && isDescribed)) throw error;
    const own = new Map(keys);
    own.delete(geoKey.projectedCode);
    const definition = definitionOfGeoKeys(own, nameOfGeoKeys(keys));
    if (!definition) throw error;
    return crsOf(definition, undefined, around);
  }
}

/** A readable name of the CRS in the keys. */
export function nameOfGeoKeys(keys: GeoKeys): string {
  const name = citations(keys).map((text) => {
    const own = esriDefinition.test(text) ? /\["([^"]+)/ : /^(?:GCS Name = )?([^|\n=]+)/;
    return own.exec(text)?.[1]?.trim();
  });
  return name.find((text) => text) ?? 'unnamed';
}

function citations(keys: GeoKeys): string[] {
  const texts = [geoKey.projectedCitation, geoKey.citation, geoKey.geographicCitation];
  return texts.map((key) => textOf(keys, key)).filter((text) => text !== '');
}
