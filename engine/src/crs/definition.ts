import { once } from '../memory/once.ts';
import {
  type AreaOfUse,
  type Datum,
  datumOfCode,
  datumOfName,
  datumOnEllipsoid,
  type Ellipsoid,
  isMisreadName,
  isSameEllipsoid,
  requireEarth,
} from './datums.ts';
import {
  areaOfProjected,
  currentCode,
  horizontalCode,
  linesOf,
  projectedCode,
} from './epsg-codes.ts';
import { CrsError } from './errors.ts';
import { projectionString, webMercator } from './projections.ts';
import { childOf, nameOf, numberAt, parseWkt, type WktNode } from './wkt.ts';

/** What is needed of a coordinate reference system to convert its coordinates to WGS 84. */
export interface CrsDefinition extends Ellipsoid {
  readonly name: string;
  /** Its code, if it is one of EPSG's. */
  readonly epsg: number | undefined;
  /** Its text, if a person has named it by a code that GeoTIFF's keys cannot hold. */
  readonly enteredText?: string;
  /** PROJ string without ellipsoid and datum. */
  readonly projection: string;
  /** The metres of its unit of length, or the degrees of its unit of angle. */
  readonly unit: number;
  readonly datum: Datum;
  /** The datum's name as the definition has it. */
  readonly datumName: string;
  /** Its area of use; the world if that is not known. */
  readonly area: AreaOfUse;
}

const degreesPerRadian = 180 / Math.PI;

/**
 * The CRS with an EPSG code; of one with heights, its horizontal part. Throws CrsError for a code that is not
 * in the table, which contains only codes that were found to agree with PROJ.
 */
export function definitionOfEpsg(code: number): CrsDefinition {
  const epsg = horizontalCode(code);
  const current = currentCode(epsg);
  const projected = projectedCode(current);
  const datum = datumOfCode(projected?.geographicCode ?? current);
  if (!datum) throw new CrsError({ code: 'epsg-unknown', params: { epsg: code } });
  return {
    name: projected?.name ?? datum.name,
    epsg,
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

/** Codes of Esri and others for Web Mercator from before EPSG had one. */
const webMercatorCodes: readonly number[] = [900_913, 102_100, 102_113];
const webMercatorCode = 3857;

/** The texts of CRS with codes of Esri's own, as Esri writes them. */
const esriTexts = once(
  () =>
    new Map(
      linesOf('./esri-codes.tsv').map((line) => {
        const [number, text = ''] = line.split('\t');
        return [Number(number), text];
      }),
    ),
);

/**
 * The CRS with a code that a person has entered: EPSG's, or Esri's for the world and the continents, such
 * as 102008 and 54009. Throws CrsError for a code that cannot be converted.
 */
export function definitionOfEnteredCode(code: number): CrsDefinition {
  const enteredText = esriTexts().get(code);
  if (enteredText !== undefined) return { ...definitionOfWkt(enteredText), enteredText };
  return definitionOfEpsg(webMercatorCodes.includes(code) ? webMercatorCode : code);
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
    epsg: undefined,
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

/** Rounds, because programs write a degree with more or fewer digits of π. */
export function roundToOne(unit: number): number {
  return Math.abs(unit - 1) < 1e-9 ? 1 : unit;
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

/** Why shapes on a datum are refused. */
export function datumRefusal(datum: string): CrsError {
  const name = datum.replace(/^D_/, '').replaceAll('_', ' ');
  return new CrsError({ code: 'datum-not-exact', params: { datum: name } });
}

function projected(node: WktNode): CrsDefinition {
  const name = nameOf(node);
  const base = childOf(node, 'GEOGCS');
  const unit = numberAt(childOf(node, 'UNIT'), 1);
  if (!base || !(unit > 0)) throw new CrsError({ code: 'crs-incomplete', params: { name } });
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
