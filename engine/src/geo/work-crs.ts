import type { Bounds } from './bounds.ts';
import { type EqualAreaGrid, equalAreaGridFor } from './equal-area.ts';
import { degreesApart, wrapLongitude } from './longitude.ts';

/** The EPSG code of the UTM zone (WGS 84) that a position lies in, without the Norwegian exceptions. */
export function utmEpsg(longitude: number, latitude: number): number {
  if (!(longitude >= -180 && longitude <= 180 && latitude >= -80 && latitude <= 84)) {
    throw new RangeError(`UTM doesn't reach longitude ${longitude}, latitude ${latitude}.`);
  }
  return (latitude < 0 ? 32700 : 32600) + utmZone(longitude);
}

function utmZone(longitude: number): number {
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

/**
 * Further from the central meridian of its zone, a UTM pixel is half a percent off in size and
 * rotated against north.
 */
const utmReachDegrees = 5;

/**
 * The equal-area grid of an area that reaches beyond the UTM zone of its centre; undefined for
 * other areas.
 *
 * @param bounds as `areaBounds` returns them: the east is beyond 180 across the antimeridian
 */
export function gridBeyondUtm(bounds: Readonly<Bounds>): EqualAreaGrid | undefined {
  const [west, , east] = bounds;
  const meridian = utmZone(wrapLongitude((west + east) / 2)) * 6 - 183;
  const reach = Math.max(degreesApart(west, meridian), degreesApart(east, meridian));
  return reach <= utmReachDegrees ? undefined : equalAreaGridFor(bounds);
}

/**
 * The EPSG code of an area's work grid: the UTM zone of its centre, or an equal-area grid if the
 * area reaches beyond that zone. Throws RangeError if UTM is not defined at the centre.
 *
 * @param bounds as `areaBounds` returns them: the east is beyond 180 across the antimeridian
 */
export function workEpsg(bounds: Readonly<Bounds>): number {
  const [west, south, east, north] = bounds;
  const utm = utmEpsg(wrapLongitude((west + east) / 2), (south + north) / 2);
  return gridBeyondUtm(bounds)?.epsg ?? utm;
}
