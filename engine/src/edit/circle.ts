import type { Polygon, Position } from 'geojson';
import { roundPosition } from './round.ts';

/** Mean radius of the Earth (IUGG). */
const earthRadiusMeters = 6_371_008.8;
const radians = Math.PI / 180;

/** Corners of a circle: it deviates from a round one by less than a thousandth of its radius. */
const circleCorners = 72;

/**
 * A circle on the ground as a polygon, counter-clockwise.
 * Source: the direct problem on a sphere, in R. W. Sinnott's and E. Williams' Aviation Formulary.
 */
export function circlePolygon(center: Position, radiusMeters: number): Polygon {
  const ring = Array.from({ length: circleCorners }, (_, corner) =>
    destination(center, radiusMeters, 90 - (corner * 360) / circleCorners),
  );
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

/** Where one comes from a place by going straight on. The bearing is clockwise from north. */
function destination(
  [longitude = 0, latitude = 0]: Position,
  distanceMeters: number,
  bearingDegrees: number,
): Position {
  const angle = distanceMeters / earthRadiusMeters;
  const [phi, theta] = [latitude * radians, bearingDegrees * radians];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta);
  const east = Math.atan2(
    Math.sin(theta) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * sine,
  );
  return roundPosition([longitude + east / radians, Math.asin(sine) / radians]);
}

/** The way between two places by the haversine formula (Sinnott, 1984). */
export function distanceMeters(
  [fromLongitude = 0, fromLatitude = 0]: Position,
  [toLongitude = 0, toLatitude = 0]: Position,
): number {
  const haversine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const along =
    haversine(toLatitude - fromLatitude) +
    Math.cos(fromLatitude * radians) *
      Math.cos(toLatitude * radians) *
      haversine(toLongitude - fromLongitude);
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, along)));
}
