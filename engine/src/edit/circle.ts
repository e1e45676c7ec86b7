import type { Polygon, Position } from 'geojson';
import { sphereRadiusMeters } from '../geo/measures.ts';
import { roundPosition } from './integer-point.ts';

const radians = Math.PI / 180;

/**
 * The number of corners of a circle. With it the outline deviates from a true circle by less than a
 * thousandth of the radius.
 */
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

/** The place that lies at a distance and a bearing, clockwise from north, from another one. */
function destination(
  [longitude = 0, latitude = 0]: Position,
  distanceMeters: number,
  bearingDegrees: number,
): Position {
  const angle = distanceMeters / sphereRadiusMeters;
  const [phi, theta] = [latitude * radians, bearingDegrees * radians];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta);
  const east = Math.atan2(
    Math.sin(theta) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * sine,
  );
  return roundPosition([longitude + east / radians, Math.asin(sine) / radians]);
}
