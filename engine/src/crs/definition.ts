import {
  type AreaOfUse,
  type Datum,
  datumOfCode,
  datumOfName,
  isApproximateDatum,
  isMisreadName,
  world,
} from './datums.ts';
import { areaOfProjected, currentCode, horizontalCode, projectedCode } from './epsg-codes.ts';
import { CrsError } from './errors.ts';
import { projectionString } from './projections.ts';
import { childOf, nameOf, numberAt, parseWkt, type WktNode } from './wkt.ts';

/** What is needed of a coordinate reference system to convert its coordinates to WGS 84. */
export interface CrsDefinition {
  readonly name: string;
  /** PROJ string without ellipsoid and datum. */
  readonly projection: string;
  /** The metres of its unit of length, or the degrees of its unit of angle. */
  readonly unit: number;
  readonly semiMajorMeters: number;
  /** 0 for a sphere. */
  readonly inverseFlattening: number;
  /** Degrees east of Greenwich. */
  readonly primeMeridian: number;
  readonly datum: Datum;
  /** The datum's name as the definition has it. */
  readonly datumName: string;
  /** Its area of use; the world if that is not known. */
  readonly area: AreaOfUse;
}

const webMercator =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null';
const degreesPerRadian = 180 / Math.PI;

/**
 * The CRS with an EPSG code; of one with heights, its horizontal part. Throws CrsError for a code that is not
 * in the table, which contains only codes that were found to agree with PROJ.
 */
export function definitionOfEpsg(code: number): CrsDefinition {
  const epsg = currentCode(horizontalCode(code));
  const projected = projectedCode(epsg);
  const datum = datumOfCode(projected?.geographicCode ?? epsg);
  if (!datum) throw new CrsError({ code: 'epsg-unknown', params: { epsg: code } });
  return {
    name: projected?.name ?? datum.name,
    projection: projected?.projection ?? '+proj=longlat',
    unit: projected?.unit ?? 1,
    semiMajorMeters: datum.semiMajorMeters,
    inverseFlattening: datum.inverseFlattening,
    primeMeridian: datum.primeMeridian,
    datum,
    datumName: datum.name,
    area: (projected ?? datum).area,
  };
}

/**
 * The CRS that well-known text describes, in version 1 (as in .prj files by GDAL or Esri) or 2.
 * Throws CrsError, with what is missing, for a CRS that cannot be converted.
 */
export function definitionOfWkt(text: string): CrsDefinition {
  const horizontal = parseWkt(text.replace(/^\uFEFF/, '').trim());
  switch (horizontal?.keyword) {
    case 'GEOGCS':
      if (isMisreadName(nameOf(horizontal)))
        throw datumRefusal(nameOf(childOf(horizontal, 'DATUM')));
      return geographic(horizontal);
    case 'PROJCS':
      return projected(horizontal);
    default:
      throw new CrsError({ code: 'crs-of-no-earth' });
  }
}

function geographic(node: WktNode): CrsDefinition {
  const datumNode = childOf(node, 'DATUM');
  const spheroid = datumNode && childOf(datumNode, 'SPHEROID');
  const semiMajorMeters = numberAt(spheroid, 1);
  const inverseFlattening = numberAt(spheroid, 2);
  requireEarth(nameOf(node), { semiMajorMeters, inverseFlattening });
  const radians = numberAt(childOf(node, 'UNIT'), 1);
  const primeMeridian = numberAt(childOf(node, 'PRIMEM'), 1) || 0;
  const datum = findDatum(node, { semiMajorMeters, inverseFlattening, primeMeridian });
  return {
    name: nameOf(node),
    projection: '+proj=longlat',
    unit: Number.isNaN(radians) ? 1 : roundToOne(radians * degreesPerRadian),
    semiMajorMeters,
    inverseFlattening,
    primeMeridian,
    datum,
    datumName: nameOf(childOf(node, 'DATUM')),
    area: datum.area,
  };
}

/** Throws CrsError for an ellipsoid of another planet, or of none. */
export function requireEarth(
  name: string,
  { semiMajorMeters, inverseFlattening }: Pick<Ellipsoid, 'semiMajorMeters' | 'inverseFlattening'>,
): void {
  if (semiMajorMeters > 6e6 && semiMajorMeters < 7e6 && inverseFlattening >= 0) return;
  throw new CrsError({ code: 'crs-of-another-planet', params: { name } });
}

/** Rounds, because programs write a degree with more or fewer digits of π. */
export function roundToOne(unit: number): number {
  return Math.abs(unit - 1) < 1e-9 ? 1 : unit;
}

export type Ellipsoid = Pick<Datum, 'semiMajorMeters' | 'inverseFlattening' | 'primeMeridian'>;

/** Compares with a tolerance, because programs write more or fewer digits. */
function isSameEllipsoid(a: Ellipsoid, b: Ellipsoid): boolean {
  return (
    Math.abs(a.semiMajorMeters - b.semiMajorMeters) < 1 &&
    Math.abs(a.inverseFlattening - b.inverseFlattening) < 0.01 &&
    Math.abs(a.primeMeridian - b.primeMeridian) < 1e-6
  );
}

function findDatum(geogcs: WktNode, ellipsoid: Ellipsoid): Datum {
  const node = childOf(geogcs, 'DATUM');
  const name = nameOf(node);
  if (isMisreadName(name)) throw datumRefusal(name);
  const known = datumOfName(name);
  if (known && isSameEllipsoid(known, ellipsoid)) return known;
  // Esri names the datum alike whatever meridian counts as zero: GCS_Bern_1898_Bern is on D_CH1903.
  const ofMeridian = known && datumOfName(nameOf(geogcs).replace(/^GCS_/, ''));
  if (ofMeridian && isSameEllipsoid(ofMeridian, ellipsoid)) return ofMeridian;
  const towgs84 =
    (node && childOf(node, 'TOWGS84')?.values.filter((value) => typeof value === 'number')) ?? [];
  return datumOnEllipsoid(name, ellipsoid, towgs84);
}

/**
 * A datum that no table has, on an ellipsoid.
 *
 * @param shift its shift to WGS 84, as TOWGS84 of WKT 1 has it: 3 or 7 numbers; empty if unknown
 */
export function datumOnEllipsoid(
  name: string,
  ellipsoid: Ellipsoid,
  shift: readonly number[],
): Datum {
  const isApproximate = isApproximateDatum(name);
  const common = { ...ellipsoid, name, area: world, isApproximate };
  if (!isApproximate && (shift.length === 3 || shift.length === 7)) {
    return { ...common, shifts: [{ accuracyMeters: 0, isOffshore: false, area: world, shift }] };
  }
  const isModern =
    Math.abs(ellipsoid.semiMajorMeters - 6378137) < 0.01 &&
    Math.abs(ellipsoid.inverseFlattening - 298.2572) < 1e-3;
  // Maps on a sphere use the latitudes of the ellipsoid unchanged, as in PROJ.
  const isSphere = ellipsoid.inverseFlattening === 0;
  if (!isApproximate && (isModern || isSphere)) {
    const none = { accuracyMeters: 2, isOffshore: false, area: world, shift: [] };
    return { ...common, shifts: [none] };
  }
  return { ...common, shifts: [], isApproximate: true };
}

/** Why shapes on a datum are refused. */
export function datumRefusal(datum: string): CrsError {
  const name = datum.replace(/^D_/, '').replaceAll('_', ' ');
  return new CrsError({ code: 'datum-not-exact', params: { datum: name } });
}

function projected(node: WktNode): CrsDefinition {
  const name = nameOf(node);
  const base = childOf(node, 'GEOGCS');
  const unit = numberAt(childOf(node, 'UNIT'), 1);
  if (!base || !(unit > 0)) {
    throw new CrsError({ code: 'crs-incomplete', params: { name } });
  }
  const geographicCrs = geographic(base);
  const method = methodOf(node);
  const isWebMercator =
    /pseudo[-_ ]mercator/i.test(name) || /\+proj=merc .*\+nadgrids=@null/.test(extensionOf(node));
  const parameters = readParameters(node, unit, geographicCrs.unit);
  const projection = isWebMercator ? webMercator : projectionString(method, parameters);
  if (projection === undefined || hasOtherAxes(node)) {
    const params = { name, method: method.replaceAll('_', ' ') };
    throw new CrsError({ code: 'projection-unknown', params });
  }
  return { ...geographicCrs, name, projection, unit, area: areaOfUse(node) };
}

/**
 * The PROJ string that GDAL adds to WKT 1 for what WKT 1 cannot express; empty if there is none.
 */
function extensionOf(node: WktNode): string {
  return String(childOf(node, 'EXTENSION')?.values[1] ?? '');
}

/**
 * The name of the projection method. It tells which axis of a geostationary instrument sweeps,
 * which only GDAL's addition to WKT 1 says.
 */
function methodOf(node: WktNode): string {
  const method = nameOf(childOf(node, 'PROJECTION'));
  const isSweepingX = method === 'Geostationary_Satellite' && /\+sweep=x/.test(extensionOf(node));
  return isSweepingX ? `${method}_(sweep_x)` : method;
}

/** The area of use of a projected CRS, from its text, its code or its name. */
function areaOfUse(node: WktNode): AreaOfUse {
  const [south, west, north, east] = childOf(childOf(node, 'USAGE') ?? node, 'BBOX')?.values ?? [];
  const box = [west, south, east, north].map(Number);
  if (box.every(Number.isFinite)) return [box[0], box[1], box[2], box[3]];
  const [authority, code] = (childOf(node, 'ID') ?? childOf(node, 'AUTHORITY'))?.values ?? [];
  const known = authority === 'EPSG' ? projectedCode(Number(code)) : undefined;
  return known?.area ?? areaOfProjected(nameOf(node));
}

/** Parameters in metres and degrees by their lower-case names. */
function readParameters(node: WktNode, lengthUnit: number, angleUnit: number): Map<string, number> {
  const parameters = new Map<string, number>();
  for (const child of node.children) {
    if (child.keyword !== 'PARAMETER') continue;
    const key = nameOf(child).toLowerCase().replaceAll(' ', '_');
    const value = numberAt(child, 1);
    if (/^false_|height$/.test(key)) parameters.set(key, value * lengthUnit);
    else if (/scale/.test(key)) parameters.set(key, value);
    else parameters.set(key, value * angleUnit);
  }
  return parameters;
}

/**
 * Whether a grid counts westwards or southwards although its projection does not. Projections
 * around a pole are exempt, because every direction from a pole is north or south.
 */
function hasOtherAxes(node: WktNode): boolean {
  const isKnown = /stereographic|azimuthal|south_orientated/i.test(
    nameOf(childOf(node, 'PROJECTION')),
  );
  if (isKnown) return false;
  return node.children.some(
    (child) => child.keyword === 'AXIS' && /^(west|south)$/i.test(String(child.values[1])),
  );
}
