import type { MultiPolygon, Polygon, Position } from 'geojson';
import { coordinateTransform } from '../crs/transform.ts';

/** A ring's coordinates in some CRS: x0, y0, x1, y1, …, closed. */
export type FlatRing = Float64Array;

/**
 * Edges are straight in longitude and latitude, but curved after projection. Steps of this length
 * deviate by less than 0.2 m from the true line at 60° latitude.
 */
const stepDegrees = 0.02;
/** Limits the work for an edge that spans a continent. No work grid accepts such an area. */
const mostSteps = 64;

/**
 * The polygons of an area (longitude, latitude) as rings in a CRS.
 * Throws CrsError for a CRS without a definition.
 */
export function projectRings(area: Polygon | MultiPolygon, epsg: number): FlatRing[][] {
  const transform = coordinateTransform(4326, epsg);
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.map((rings) => rings.map((ring) => projectRing(ring, transform)));
}

function projectRing(
  ring: readonly Position[],
  transform: (x: number, y: number) => [number, number],
): FlatRing {
  const flat: number[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x0, y0] = ring[index] as [number, number];
    const [x1, y1] = ring[index + 1] as [number, number];
    const spanDegrees = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    const steps = Math.min(mostSteps, Math.max(1, Math.ceil(spanDegrees / stepDegrees)));
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      flat.push(...transform(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t));
    }
  }
  flat.push(flat[0], flat[1]);
  return Float64Array.from(flat);
}
