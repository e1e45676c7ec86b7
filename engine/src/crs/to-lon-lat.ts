import proj4 from 'proj4';
import type { DatumShift } from './datums.ts';
import { type CrsDefinition, crsOfEpsg, crsOfWkt } from './definition.ts';

/** Turns coordinates of one CRS into longitude and latitude on WGS 84, in degrees. */
export interface LonLatConverter {
  /** The CRS, as its definition names it. */
  readonly name: string;
  /** Whether coordinates come out as they go in. */
  readonly isIdentity: boolean;
  /** Not a number where the coordinates lie outside of the projection, or of all published shifts. */
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

type Forward = (x: number, y: number) => [number, number];

/**
 * As PROJ does, of several published shifts the first one whose area holds the position is used. Outside
 * of all of them it is what was seen of PROJ there: one of them, or none; where neither was, there is no
 * result.
 */
function converterOf(crs: CrsDefinition): LonLatConverter {
  const { shifts, beyond } = crs.datum;
  const isLonLat = crs.projection === '+proj=longlat';
  const plain = forwardOf(crs, undefined);
  const shifted = (shift: readonly number[]) => (isNull(shift) ? plain : forwardOf(crs, shift));
  const forwards = shifts.map(({ shift }) => shifted(shift));
  const forwardBeyond: Forward = beyond ? shifted(beyond) : () => [Number.NaN, Number.NaN];
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
      const position = plain(x, y);
      const index = shifts.findIndex(({ box }) => isInside(box, position));
      const accuracy = shifts[index]?.accuracyMeters;
      worst = accuracy === undefined || worst === undefined ? undefined : Math.max(worst, accuracy);
      const forward = forwards[index] ?? forwardBeyond;
      return forward === plain ? position : forward(x, y);
    },
  };
}

function isNull(shift: readonly number[]): boolean {
  return shift.every((parameter) => parameter === 0);
}

function isInside(
  [west, south, east, north]: DatumShift['box'],
  [x, y]: readonly [number, number],
): boolean {
  const isBetween = west <= east ? x >= west && x <= east : x >= west || x <= east;
  return isBetween && y >= south && y <= north;
}

function forwardOf(crs: CrsDefinition, shift: readonly number[] | undefined): Forward {
  const { projection, unit, semiMajorMeters, inverseFlattening, primeMeridian } = crs;
  const isWebMercator = projection.includes('+nadgrids=@null');
  const size = inverseFlattening === 0 ? `+b=${semiMajorMeters}` : `+rf=${inverseFlattening}`;
  const ellipsoid = isWebMercator ? '' : `+a=${semiMajorMeters} ${size}`;
  const meridian = primeMeridian === 0 ? '' : `+pm=${primeMeridian}`;
  if (projection === '+proj=longlat' && !shift) {
    return (x, y) => [x * unit + primeMeridian, y * unit];
  }
  // Without a shift the result stays on its own ellipsoid: latitudes are taken as they are.
  const target = shift
    ? '+proj=longlat +datum=WGS84 +no_defs'
    : `+proj=longlat ${ellipsoid || '+datum=WGS84'} +no_defs`;
  const towgs84 = shift ? `+towgs84=${shift.join(',')}` : '';
  const source = `${projection} ${ellipsoid} ${meridian} ${towgs84} +no_defs`;
  const converter = proj4(source, target);
  return (x, y) => {
    const [longitude, latitude] = converter.forward([x * unit, y * unit], true);
    return [longitude!, latitude!];
  };
}
