import {
  type Datum,
  datumOfCode,
  datumOfName,
  datumOnEllipsoid,
  type EllipsoidSize,
  isSameSize,
  requireEarth,
  world,
} from './datums.ts';
import { type CrsDefinition, definitionOfEpsg, definitionOfWkt, roundToOne } from './definition.ts';
import { areaOfProjected, projectedByConversion } from './epsg-codes.ts';
import { CrsError } from './errors.ts';
import { type GeoKeys, geoKey, geoKeyCodes, geoModel } from './geo-key.ts';
import { projectionOfGeoKeys } from './geo-key-projections.ts';

/** Esri's programs write the whole definition into a citation. */
const esriDefinition = /ESRI PE String = (.+)$/s;

/**
 * The CRS that the keys of a GeoTIFF describe; undefined if they describe none. If their code is not in
 * the table, the parameters beside it are used. Throws CrsError for a CRS that cannot be converted.
 *
 * @param epsg the code in the keys, if there is one
 */
export function definitionOfGeoKeys(
  keys: GeoKeys,
  epsg: number | undefined,
): CrsDefinition | undefined {
  const name = nameOfGeoKeys(keys);
  if (epsg === undefined) {
    const wkt = citations(keys).map((text) => esriDefinition.exec(text)?.[1]);
    const described = wkt.find((text) => text !== undefined);
    return described === undefined ? definitionOfKeys(keys, name) : definitionOfWkt(described);
  }
  try {
    return definitionOfEpsg(epsg);
  } catch (error) {
    const { numbers } = keys;
    const isDescribed = numbers.has(geoKey.projectionMethod) || numbers.has(geoKey.semiMajorAxis);
    const described =
      error instanceof CrsError && isDescribed
        ? definitionOfKeys(withoutProjectedCode(keys), name)
        : undefined;
    if (!described) throw error;
    return described;
  }
}

function withoutProjectedCode(keys: GeoKeys): GeoKeys {
  const isOther = ([key]: readonly [number, number]) => key !== geoKey.projectedCode;
  return {
    ...keys,
    numbers: new Map([...keys.numbers].filter(isOther)),
    codes: new Map([...keys.codes].filter(isOther)),
  };
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
  return texts.map((key) => keys.texts.get(key) ?? '').filter((text) => text !== '');
}

const degreesPerRadian = 180 / Math.PI;

/** The CRS that keys give by codes and parameters; undefined if they give none. */
function definitionOfKeys(keys: GeoKeys, name: string): CrsDefinition | undefined {
  const kind = keys.numbers.get(geoKey.modelType);
  const isProjected =
    kind === geoModel.projected ||
    (kind !== geoModel.geographic && keys.numbers.has(geoKey.projectedCode));
  if (kind === geoModel.geocentric)
    throw new CrsError({ code: 'crs-geocentric', params: { name } });
  if (isProjected) return projected(keys, name);
  if (!isGeographic(keys)) return undefined;
  if (kind !== undefined && kind !== geoModel.geographic) {
    throw new CrsError({ code: 'crs-by-name-alone', params: { name } });
  }
  return geographic(keys, name);
}

function isGeographic(keys: GeoKeys): boolean {
  return [geoKey.geographicCode, geoKey.datumCode, geoKey.ellipsoidCode, geoKey.semiMajorAxis].some(
    (key) => keys.numbers.has(key),
  );
}

function projected(keys: GeoKeys, name: string): CrsDefinition | undefined {
  const unit = unitOf(keys, geoKey.linearUnits, geoKey.linearUnitMeters);
  const code = keys.codes.get(geoKey.projectedCode);
  if (code !== undefined) return countedIn(unit, code);
  const conversion = keys.codes.get(geoKey.conversionCode);
  const method = keys.codes.get(geoKey.projectionMethod);
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
  return { ...base, epsg: undefined, name, projection, unit: meters, area: areaOfProjected(name) };
}

/**
 * Some files give a code and another unit, such as kilometres. They mean the code's system, counted in
 * that unit.
 */
function countedIn(unit: number | undefined, code: number): CrsDefinition {
  const known = definitionOfEpsg(code);
  return { ...known, epsg: undefined, unit: unit ?? known.unit };
}

function geographic(keys: GeoKeys, name: string): CrsDefinition {
  const unit = unitOf(keys, geoKey.angularUnits, geoKey.angularUnitRadians, degreesPerRadian);
  const code = keys.codes.get(geoKey.geographicCode);
  if (code !== undefined) return countedIn(unit, code);
  const { datum, datumName } = datumOf(keys, name, unit ?? 1);
  const { semiMajorMeters, inverseFlattening, primeMeridian } = datum;
  return {
    name,
    epsg: undefined,
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
  const citation = keys.texts.get(geoKey.geographicCitation) ?? '';
  const datumName = partOf(citation, 'Datum') || name;
  const code = keys.codes.get(geoKey.datumCode);
  const primeMeridian = primeMeridianOf(keys, angularUnit);
  const shift = keys.lists.get(geoKey.toWgs84) ?? [];
  const size = ellipsoidOf(keys);
  const named =
    (code === undefined ? undefined : datumOfCode(geoKeyCodes().datums[code] ?? code - 2000)) ??
    datumOfName(datumName) ??
    datumOfName(partOf(citation, 'GCS Name'));
  const ellipsoid = size ?? named;
  if (!ellipsoid) throw new CrsError({ code: 'crs-without-ellipsoid', params: { name } });
  requireEarth(name, ellipsoid);
  const whole = { ...ellipsoid, primeMeridian: primeMeridian ?? named?.primeMeridian ?? 0 };
  const datum =
    named && isSameSize(named, ellipsoid)
      ? { ...named, primeMeridian: whole.primeMeridian }
      : datumOnEllipsoid(datumName, whole, shift.every(Number.isFinite) ? shift : []);
  return { datum, datumName };
}

function ellipsoidOf(keys: GeoKeys): EllipsoidSize | undefined {
  const code = keys.codes.get(geoKey.ellipsoidCode);
  const known = code === undefined ? undefined : geoKeyCodes().ellipsoids[code];
  const major = keys.numbers.get(geoKey.semiMajorAxis);
  if (major === undefined) {
    return known && { semiMajorMeters: known[0], inverseFlattening: known[1] };
  }
  const meters = unitOf(keys, geoKey.ellipsoidUnits, geoKey.ellipsoidUnitMeters) ?? 1;
  const minor = keys.numbers.get(geoKey.semiMinorAxis);
  const inverseFlattening =
    keys.numbers.get(geoKey.inverseFlattening) ??
    (minor === undefined || minor === major ? undefined : major / (major - minor)) ??
    (minor === undefined ? known?.[1] : undefined) ??
    0;
  return { semiMajorMeters: major * meters, inverseFlattening };
}

/** Degrees east of Greenwich; undefined if the keys don't tell. */
function primeMeridianOf(keys: GeoKeys, angularUnit: number): number | undefined {
  const longitude = keys.numbers.get(geoKey.primeMeridianLongitude);
  const code = keys.codes.get(geoKey.primeMeridianCode);
  const known = code === undefined ? undefined : geoKeyCodes().meridians[code];
  return known ?? (longitude === undefined ? undefined : longitude * angularUnit);
}

/** Metres or degrees of the unit in a key, or of a user-defined unit of a given size. */
function unitOf(keys: GeoKeys, name: number, size: number, factor = 1): number | undefined {
  const code = keys.codes.get(name);
  const { lengths, angles } = geoKeyCodes();
  const known =
    code === undefined ? undefined : (name === geoKey.angularUnits ? angles : lengths)[code];
  const own = keys.numbers.get(size);
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
