import proj4 from 'proj4';
import { type CrsDefinition, definitionOfEpsg } from './definition.ts';
import { CrsError } from './errors.ts';
import { isNullShift, sourceOf } from './to-lon-lat.ts';

/** Transforms coordinates from one CRS to another. Longitude comes before latitude. */
export type CoordinateTransform = (x: number, y: number) => [x: number, y: number];

/**
 * The transform between two CRS, by their EPSG codes, without a shift of the datum: pixels of 10 m
 * and more are placed by it, and datums that lie within a few metres of WGS 84, such as NAD83, are
 * taken as one. Throws CrsError for an unknown code and for a datum that lies further away.
 */
export function coordinateTransform(fromEpsg: number, toEpsg: number): CoordinateTransform {
  const converter = proj4(unshifted(fromEpsg), unshifted(toEpsg));
  if (fromEpsg === toEpsg) return (x, y) => [x, y];
  return (x, y) => {
    const [toX, toY] = converter.forward([x, y]);
    return [toX, toY];
  };
}

/** The PROJ string of a CRS in metres or degrees. */
function unshifted(epsg: number): string {
  const crs = definitionOfEpsg(epsg);
  if (!crs.datum.shifts.some(({ shift }) => isNullShift(shift)) || !isPlain(crs)) {
    throw new CrsError({ code: 'epsg-not-a-grid', params: { epsg } });
  }
  return sourceOf(crs);
}

function isPlain({ unit, primeMeridian }: CrsDefinition): boolean {
  return unit === 1 && primeMeridian === 0;
}
