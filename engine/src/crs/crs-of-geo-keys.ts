import { type Crs, crsOf, crsOfEpsg, crsOfWkt } from './crs.ts';
import { type Datum, datumOfCode, datumOfName, world } from './datums.ts';
import {
  type CrsDefinition,
  datumOnEllipsoid,
  definitionOfEpsg,
  type Ellipsoid,
  requireEarth,
  roundToOne,
} from './definition.ts';
import { areaOfProjected, projectedByConversion } from './epsg-codes.ts';
import { CrsError } from './errors.ts';
import { codeOfKey, type GeoKeys, geoKey, geoKeyCodes, numberOf, textOf } from './geo-key.ts';
import { projectionOfGeoKeys } from './geo-key-projections.ts';

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

const model = { projected: 1, geographic: 2, geocentric: 3 } as const;
const degreesPerRadian = 180 / Math.PI;

/**
 * The CRS that GeoTIFF keys give by codes and parameters; undefined if they give none. Throws
 * CrsError for a CRS that cannot be converted.
 *
 * @param name the name for messages and for the person
 */
function definitionOfGeoKeys(keys: GeoKeys, name: string): CrsDefinition | undefined {
  const kind = numberOf(keys, geoKey.modelType);
  const isProjected =
    kind === model.projected || (kind !== model.geographic && keys.has(geoKey.projectedCode));
  if (kind === model.geocentric) throw new CrsError({ code: 'crs-geocentric', params: { name } });
  if (isProjected) return projected(keys, name);
  if (!isGeographic(keys)) return undefined;
  if (kind !== undefined && kind !== model.geographic) {
    throw new CrsError({ code: 'crs-by-name-alone', params: { name } });
  }
  return geographic(keys, name);
}

function isGeographic(keys: GeoKeys): boolean {
  return [geoKey.geographicCode, geoKey.datumCode, geoKey.ellipsoidCode, geoKey.semiMajorAxis].some(
    (key) => keys.has(key),
  );
}

function projected(keys: GeoKeys, name: string): CrsDefinition | undefined {
  const unit = unitOf(keys, geoKey.linearUnits, geoKey.linearUnitMeters);
  const code = codeOfKey(keys, geoKey.projectedCode);
  // Some files give a code and another unit, such as kilometres. They mean the code's system,
  // counted in that unit.
  if (code !== undefined) {
    const known = definitionOfEpsg(code);
    return { ...known, unit: unit ?? known.unit };
  }
  const conversion = codeOfKey(keys, geoKey.conversionCode);
  const method = codeOfKey(keys, geoKey.projectionMethod);
  if (conversion === undefined && method === undefined) return undefined;
  const base = isGeographic(keys) ? geographic(keys, name) : definitionOfEpsg(4326);
  const meters = unit ?? 1;
  const projection =
    (conversion === undefined ? undefined : projectedByConversion(conversion)?.projection) ??
    (method === undefined ? undefined : projectionOfGeoKeys(keys, method, meters));
  if (projection === undefined) {
    const params = { name, method: method ?? conversion };
    throw new CrsError({ code: 'projection-number-unknown', params });
  }
  return { ...base, name, projection, unit: meters, area: areaOfProjected(name) };
}

function geographic(keys: GeoKeys, name: string): CrsDefinition {
  const unit = unitOf(keys, geoKey.angularUnits, geoKey.angularUnitRadians, degreesPerRadian);
  const code = codeOfKey(keys, geoKey.geographicCode);
  if (code !== undefined) {
    const known = definitionOfEpsg(code);
    return { ...known, unit: unit ?? known.unit };
  }
  const { datum, datumName } = datumOf(keys, name, unit ?? 1);
  const { semiMajorMeters, inverseFlattening, primeMeridian } = datum;
  return {
    name,
    projection: '+proj=longlat',
    unit: unit ?? 1,
    semiMajorMeters,
    inverseFlattening,
    primeMeridian,
    datum,
    datumName,
    area: world,
  };
}

function datumOf(
  keys: GeoKeys,
  name: string,
  angularUnit: number,
): { datum: Datum; datumName: string } {
  const citation = textOf(keys, geoKey.geographicCitation);
  const datumName = partOf(citation, 'Datum') || name;
  const primeMeridian = primeMeridianOf(keys, angularUnit);
  const named =
    datumByCode(keys) ?? datumOfName(datumName) ?? datumOfName(partOf(citation, 'GCS Name'));
  const ellipsoid = ellipsoidOf(keys) ?? named;
  if (!ellipsoid) throw new CrsError({ code: 'crs-without-ellipsoid', params: { name } });
  requireEarth(name, ellipsoid);
  if (named && isSame(named, ellipsoid) && primeMeridian === undefined) {
    return { datum: named, datumName };
  }
  const whole = { ...ellipsoid, primeMeridian: primeMeridian ?? named?.primeMeridian ?? 0 };
  const datum =
    named && isSame(named, ellipsoid)
      ? { ...named, primeMeridian: whole.primeMeridian }
      : datumOnEllipsoid(datumName, whole, shiftOf(keys));
  return { datum, datumName };
}

function datumByCode(keys: GeoKeys): Datum | undefined {
  const code = codeOfKey(keys, geoKey.datumCode);
  if (code === undefined) return undefined;
  return datumOfCode(geoKeyCodes().datums[code] ?? code - 2000);
}

type Size = Pick<Ellipsoid, 'semiMajorMeters' | 'inverseFlattening'>;

function isSame(a: Size, b: Size): boolean {
  return (
    Math.abs(a.semiMajorMeters - b.semiMajorMeters) < 1 &&
    Math.abs(a.inverseFlattening - b.inverseFlattening) < 0.01
  );
}

function ellipsoidOf(keys: GeoKeys): Size | undefined {
  const code = codeOfKey(keys, geoKey.ellipsoidCode);
  const known = code === undefined ? undefined : geoKeyCodes().ellipsoids[code];
  const major = numberOf(keys, geoKey.semiMajorAxis);
  if (major === undefined) {
    return known && { semiMajorMeters: known[0], inverseFlattening: known[1] };
  }
  const meters = unitOf(keys, geoKey.ellipsoidUnits, geoKey.ellipsoidUnitMeters) ?? 1;
  const minor = numberOf(keys, geoKey.semiMinorAxis);
  const inverseFlattening =
    numberOf(keys, geoKey.inverseFlattening) ??
    (minor === undefined || minor === major ? undefined : major / (major - minor)) ??
    (minor === undefined ? known?.[1] : undefined) ??
    0;
  return { semiMajorMeters: major * meters, inverseFlattening };
}

/** Degrees east of Greenwich; undefined if the keys don't tell. */
function primeMeridianOf(keys: GeoKeys, angularUnit: number): number | undefined {
  const longitude = numberOf(keys, geoKey.primeMeridianLongitude);
  const code = codeOfKey(keys, geoKey.primeMeridianCode);
  const known = code === undefined ? undefined : geoKeyCodes().meridians[code];
  return known ?? (longitude === undefined ? undefined : longitude * angularUnit);
}

function shiftOf(keys: GeoKeys): readonly number[] {
  const shift = keys.get(geoKey.toWgs84);
  return Array.isArray(shift) && shift.every((part) => Number.isFinite(part)) ? shift : [];
}

/** Metres or degrees of the unit in a key, or of a user-defined unit of a given size. */
function unitOf(keys: GeoKeys, name: number, size: number, factor = 1): number | undefined {
  const code = codeOfKey(keys, name);
  const { lengths, angles } = geoKeyCodes();
  const known =
    code === undefined ? undefined : (name === geoKey.angularUnits ? angles : lengths)[code];
  const own = numberOf(keys, size);
  const unit = known ?? (own === undefined ? undefined : own * factor);
  if (unit === undefined && code !== undefined) {
    throw new CrsError({ code: 'crs-unit-unknown', params: { unit: code } });
  }
  return unit !== undefined && unit > 0 ? roundToOne(unit) : undefined;
}

/** A part of what GDAL writes: "GCS Name = NAD27|Datum = North American Datum 1927|…". */
function partOf(citation: string, part: string): string {
  const found = citation.split('|').find((each) => each.startsWith(`${part} = `));
  return found?.slice(part.length + 3).trim() ?? '';
}
