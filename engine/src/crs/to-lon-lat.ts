import proj4 from 'proj4';
import { type CrsDefinition, crsOfEpsg, crsOfWkt } from './definition.ts';
import { type ChosenShift, shiftChooser } from './shift-at.ts';

const longLat = '+proj=longlat';
const cassiniDegrees = 4.2;

/** Turns coordinates of one CRS into longitude and latitude on WGS 84, in degrees. */
export interface LonLatConverter {
  /** The CRS, as its definition names it. */
  readonly name: string;
  /** Whether coordinates come out as they go in. */
  readonly isIdentity: boolean;
  /** Not a number where the coordinates lie outside of the projection. */
  convert(x: number, y: number): [longitude: number, latitude: number];
  /**
   * What is lost at most of what has been converted so far, in metres; undefined where some of it lies
   * outside of where a published shift is meant for.
   */
  accuracyMeters(): number | undefined;
}

/** Throws CrsError for a CRS that can't be converted. */
export function convertFromWkt(wkt: string): LonLatConverter {
  return converterOf(crsOfWkt(wkt));
}

/** Throws CrsError for a CRS that can't be converted. */
export function convertFromEpsg(epsg: number): LonLatConverter {
  return converterOf(crsOfEpsg(epsg));
}

type Convert = (x: number, y: number) => [number, number];

function converterOf(crs: CrsDefinition): LonLatConverter {
  const { shifts } = crs.datum;
  const isLonLat = crs.projection === longLat;
  const shiftAt = isLonLat ? geographicChooser(crs) : projectedChooser(crs);
  const conversions = new Map<readonly number[], Convert>();
  const conversionBy = (shift: readonly number[]): Convert => {
    let conversion = conversions.get(shift);
    conversion ??= toLonLat(crs, isNull(shift) ? undefined : shift);
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
      shifts.every(({ shift }) => isNull(shift)),
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

function geographicChooser({ datum, area, unit, primeMeridian }: CrsDefinition): ShiftAt {
  const shiftAt = shiftChooser(datum.shifts, area, (longitude, latitude) => [longitude, latitude]);
  return (x, y) => shiftAt(wrapLongitude(x * unit + primeMeridian), y * unit);
}

function projectedChooser(crs: CrsDefinition): ShiftAt {
  const { unit } = crs;
  const { inverse } = proj4(sourceOf(crs), targetOf(crs));
  return shiftChooser(crs.datum.shifts, crs.area, (longitude, latitude) => {
    const [x, y] = inverse([longitude, latitude], true);
    return [x! / unit, y! / unit];
  });
}

function wrapLongitude(degrees: number): number {
  return degrees < -180 || degrees > 180 ? degrees - 360 * Math.round(degrees / 360) : degrees;
}

function isNull(shift: readonly number[]): boolean {
  return shift.every((parameter) => parameter === 0);
}

/** Without a shift the result stays on its own ellipsoid: latitudes are taken as they are. */
function toLonLat(crs: CrsDefinition, shift: readonly number[] | undefined): Convert {
  const { unit, primeMeridian } = crs;
  if (crs.projection === longLat && !shift) {
    return (x, y) => [x * unit + primeMeridian, y * unit];
  }
  const { forward } = shift
    ? proj4(`${sourceOf(crs)} +towgs84=${shift.join(',')}`, `${longLat} +datum=WGS84 +no_defs`)
    : proj4(sourceOf(crs), targetOf(crs));
  const reach = reachOf(crs);
  return (x, y) => {
    const [longitude, latitude] = forward([x * unit, y * unit], true);
    return reach(longitude!) ? [longitude!, latitude!] : [Number.NaN, Number.NaN];
  };
}

/** Where proj4js holds to a metre. Its series for Cassini's projection doesn't far off the meridian. */
function reachOf({ projection, primeMeridian }: CrsDefinition): (longitude: number) => boolean {
  const cassini = /^\+proj=cass .*\+lon_0=(\S+)/.exec(projection);
  if (!cassini) return () => true;
  const meridian = Number(cassini[1]) + primeMeridian;
  return (longitude) => Math.abs(longitude - meridian) < cassiniDegrees;
}

/** The CRS, in metres or degrees, as a PROJ string without a shift. */
function sourceOf(crs: CrsDefinition): string {
  const meridian = crs.primeMeridian === 0 ? '' : `+pm=${crs.primeMeridian}`;
  return `${crs.projection} ${ellipsoidOf(crs)} ${meridian} +no_defs`;
}

/** Longitude from Greenwich and latitude on the ellipsoid of the CRS. */
function targetOf(crs: CrsDefinition): string {
  return `${longLat} ${ellipsoidOf(crs) || '+datum=WGS84'} +no_defs`;
}

function ellipsoidOf({ projection, semiMajorMeters, inverseFlattening }: CrsDefinition): string {
  if (projection.includes('+nadgrids=@null')) return '';
  const size = inverseFlattening === 0 ? `+b=${semiMajorMeters}` : `+rf=${inverseFlattening}`;
  return `+a=${semiMajorMeters} ${size}`;
}
