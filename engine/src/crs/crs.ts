import { wrapLongitude } from '../geo/position.ts';
import type { CrsDefinition } from './definition.ts';
import { isNullShift, longLat, proj4Between, shiftChooserOf, sourceOf } from './to-lon-lat.ts';

/** A CRS whose coordinates can be converted to longitude and latitude on WGS 84, and back. */
export interface Crs {
  readonly name: string;
  readonly epsg: number | undefined;
  /** The text of a CRS that a person has entered by a code that GeoTIFF's keys cannot hold. */
  readonly enteredText: string | undefined;
  /** Whether its coordinates are angles rather than lengths. */
  readonly isGeographic: boolean;
  /** The size of its unit in degrees or metres. */
  readonly unit: number;
  /** The PROJ string with which it is computed. */
  readonly projection: string;
  /** The largest error of the conversion to WGS 84, in metres; undefined if it is not known. */
  readonly accuracyMeters: number | undefined;
  /** Whether the conversion moves positions from one datum to another. */
  readonly isShifted: boolean;
  /** Degrees, longitude first; NaN if the coordinates lie outside of the projection. */
  toLonLat(x: number, y: number): [longitude: number, latitude: number];
  /** The inverse conversion; NaN where the projection is not defined. */
  fromLonLat(longitude: number, latitude: number): [x: number, y: number];
}

type Position = readonly [x: number, y: number];

/**
 * The CRS with a definition, for data around a position in its own coordinates. If several shifts
 * to WGS 84 are published, the one that is valid at that position is used everywhere.
 */
export function crsOf(crs: CrsDefinition, around: Position): Crs {
  const { epsg, enteredText, unit, primeMeridian } = crs;
  const { shift, accuracyMeters } = shiftChooserOf(crs)(...around);
  const chosen = isNullShift(shift) ? undefined : shift;
  const isGeographic = crs.projection === longLat;
  const common = {
    name: crs.name.replaceAll('_', ' '),
    epsg,
    enteredText,
    isGeographic,
    unit,
    accuracyMeters,
    isShifted: chosen !== undefined,
    projection: [
      sourceOf(crs).replace(/\s+/g, ' '),
      ...(chosen ? [`+towgs84=${chosen.join(',')}`] : []),
    ].join(' '),
  };
  if (isGeographic && !chosen) {
    return {
      ...common,
      toLonLat: (x, y) => [x * unit + primeMeridian, y * unit],
      fromLonLat: (longitude, latitude) => [(longitude - primeMeridian) / unit, latitude / unit],
    };
  }
  const { forward, inverse } = proj4Between(crs, chosen);
  return {
    ...common,
    toLonLat(x, y) {
      const [longitude, latitude] = forward([x * unit, y * unit], true);
      if (isGeographic) return [counted(longitude, x * unit + primeMeridian), latitude];
      // Some formulae of proj4js count on beyond the antimeridian.
      const isBeyond = Math.abs(longitude) > 180 + 1e-9;
      return [isBeyond ? wrapLongitude(longitude) : longitude, latitude];
    },
    fromLonLat(longitude, latitude) {
      const [x, y] = inverse([longitude, latitude], true);
      if (isGeographic) {
        return [(counted(x + primeMeridian, longitude) - primeMeridian) / unit, y / unit];
      }
      return [x / unit, y / unit];
    },
  };
}

/**
 * The same meridian as `longitude`, counted in full turns so that it lies near `beside`: 205° for
 * -155° if `beside` is 200°.
 */
function counted(longitude: number, beside: number): number {
  return longitude + 360 * Math.round((beside - longitude) / 360);
}
