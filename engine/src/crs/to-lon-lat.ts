import './formulae/index.ts';
import proj4 from 'proj4';
import { wrapLongitude } from '../geo/position.ts';
import {
  type CrsDefinition,
  datumRefusal,
  definitionOfEpsg,
  definitionOfWkt,
} from './definition.ts';
import { type ChosenShift, shiftChooser } from './shift-at.ts';

export const longLat = '+proj=longlat';

/** Converts coordinates of one CRS to longitude and latitude on WGS 84, in degrees. */
export interface LonLatConverter {
  /** The name of the CRS in its definition. */
  readonly name: string;
  /** Whether coordinates are returned unchanged. */
  readonly isIdentity: boolean;
  /** NaN if the coordinates lie outside of the projection. */
  convert(x: number, y: number): [longitude: number, latitude: number];
  /**
   * The largest error of what has been converted so far, in metres. It is undefined if a part lies
   * outside of the area for which a published shift is intended.
   */
  accuracyMeters(): number | undefined;
}

/** Throws CrsError for a CRS that cannot be converted, or not exactly enough for shapes. */
export function convertFromWkt(wkt: string): LonLatConverter {
  const crs = definitionOfWkt(wkt);
  if (crs.datum.isApproximate) throw datumRefusal(crs.datumName);
  return converterOf(crs);
}

/** As `convertFromWkt`, for the CRS with an EPSG code. */
export function convertFromEpsg(epsg: number): LonLatConverter {
  const crs = definitionOfEpsg(epsg);
  if (crs.datum.isApproximate) throw datumRefusal(`${crs.datumName} (EPSG:${epsg})`);
  return converterOf(crs);
}

type Convert = (x: number, y: number) => [number, number];

function converterOf(crs: CrsDefinition): LonLatConverter {
  const { shifts } = crs.datum;
  const isLonLat = crs.projection === longLat;
  const shiftAt = shiftChooserOf(crs);
  const conversions = new Map<readonly number[], Convert>();
  const conversionBy = (shift: readonly number[]): Convert => {
    let conversion = conversions.get(shift);
    conversion ??= toLonLat(crs, isNullShift(shift) ? undefined : shift);
    conversions.set(shift, conversion);
    return conversion;
  };
  let worst: number | undefined = 0;
  return {
    name: crs.name.replaceAll('_', ' '),
    isIdentity:
      isLonLat &&
      crs.unit === 1 &&
      crs.primeMeridian === 0 &&
      shifts.every(({ shift }) => isNullShift(shift)),
    accuracyMeters: () => worst,
    convert(x, y) {
      const { shift, accuracyMeters } = shiftAt(x, y);
      worst =
        accuracyMeters === undefined || worst === undefined
          ? undefined
          : Math.max(worst, accuracyMeters);
      return conversionBy(shift)(x, y);
    },
  };
}

type ShiftAt = (x: number, y: number) => ChosenShift;

/** Chooses the published shift that is valid at a position of the CRS. */
export function shiftChooserOf(crs: CrsDefinition): ShiftAt {
  const { datum, area, unit, primeMeridian } = crs;
  const isLonLat = crs.projection === longLat;
  const inverse = isLonLat ? undefined : proj4(sourceOf(crs), targetOf(crs)).inverse;
  const shiftAt = shiftChooser(datum.shifts, area, (longitude, latitude) => {
    if (!inverse) return [longitude, latitude];
    const [x, y] = inverse([longitude, latitude], true);
    return [x / unit, y / unit];
  });
  if (!isLonLat) return shiftAt;
  return (x, y) => shiftAt(wrapLongitude(x * unit + primeMeridian), y * unit);
}

/** Whether a shift moves nothing, because all of its parameters are 0. */
export function isNullShift(shift: readonly number[]): boolean {
  return shift.every((parameter) => parameter === 0);
}

/**
 * Without a shift the result stays on the CRS's own ellipsoid, and its latitudes are not converted.
 */
function toLonLat(crs: CrsDefinition, shift: readonly number[] | undefined): Convert {
  const { unit, primeMeridian } = crs;
  if (crs.projection === longLat && !shift) return (x, y) => [x * unit + primeMeridian, y * unit];
  const { forward } = proj4Between(crs, shift);
  return (x, y) => {
    const [longitude, latitude] = forward([x * unit, y * unit], true);
    return [longitude, latitude];
  };
}

/**
 * A converter of proj4js from a CRS, in metres or degrees, to WGS 84 with a shift, or to the CRS's
 * own longitude and latitude.
 */
export function proj4Between(crs: CrsDefinition, shift: readonly number[] | undefined) {
  const { forward, inverse } = shift
    ? proj4(`${sourceOf(crs)} +towgs84=${shift.join(',')}`, `${longLat} +datum=WGS84 +no_defs`)
    : proj4(sourceOf(crs), targetOf(crs));
  return { forward: orNowhere(forward), inverse: orNowhere(inverse) };
}

type Proj4Convert = (position: number[], enforceAxis: boolean) => number[];

/** Where proj4js throws, a place has no counterpart: it becomes NaN. */
function orNowhere(convert: Proj4Convert): Proj4Convert {
  return (position, enforceAxis) => {
    try {
      return convert(position, enforceAxis);
    } catch {
      return [Number.NaN, Number.NaN];
    }
  };
}

/** The CRS, in metres or degrees, as a PROJ string without a shift. */
export function sourceOf(crs: CrsDefinition): string {
  const meridian = crs.primeMeridian === 0 ? '' : `+pm=${crs.primeMeridian}`;
  return `${crs.projection} ${ellipsoidOf(crs)} ${meridian} +no_defs`;
}

/** The PROJ string of longitude from Greenwich and latitude on the ellipsoid of the CRS. */
function targetOf(crs: CrsDefinition): string {
  return `${longLat} ${ellipsoidOf(crs) || '+datum=WGS84'} +no_defs`;
}

function ellipsoidOf({ projection, semiMajorMeters, inverseFlattening }: CrsDefinition): string {
  if (projection.includes('+nadgrids=@null')) return '';
  const size = inverseFlattening === 0 ? `+b=${semiMajorMeters}` : `+rf=${inverseFlattening}`;
  return `+a=${semiMajorMeters} ${size}`;
}
