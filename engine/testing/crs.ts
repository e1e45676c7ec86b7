import { type Crs, crsOf } from '../src/crs/crs.ts';
import { definitionOfEpsg, definitionOfWkt } from '../src/crs/definition.ts';

type Position = readonly [x: number, y: number];

/** The CRS with an EPSG code, for data around a position in its own coordinates. */
export function crsOfEpsg(epsg: number, around: Position): Crs {
  return crsOf(definitionOfEpsg(epsg), around);
}

/** The CRS that well-known text describes, for data around a position in its own coordinates. */
export function crsOfWkt(wkt: string, around: Position): Crs {
  return crsOf(definitionOfWkt(wkt), around);
}
