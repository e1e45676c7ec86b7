import fc from 'fast-check';
import type { Position } from 'geojson';
import type { FeatureState } from '../src/merge/index.ts';
import type { FlatGeometry } from '../src/vector/types.ts';

/** A regular ring of corners around a place, closed, counter-clockwise. */
export function ringAround([x = 0, y = 0]: Position, radius: number, corners: number): Position[] {
  const ring = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    return [rounded(x + radius * Math.cos(angle)), rounded(y + radius * Math.sin(angle))];
  });
  return [...ring, ring[0]];
}

/** To the 7 decimals of a map. Adding zero turns -0 into 0. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}

const ordinate = fc.integer({ min: -40, max: 40 });
export const position: fc.Arbitrary<Position> = fc.tuple(ordinate, ordinate);
const line = fc.array(position, { minLength: 2, maxLength: 8 });
const ring = fc
  .array(position, { minLength: 3, maxLength: 8 })
  .map((corners) => [...corners, corners[0]]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });

/** Geometries of every type. They have few positions, which often repeat, so most are invalid. */
export const anyGeometry: fc.Arbitrary<FlatGeometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
  fc.array(position, { minLength: 1, maxLength: 5 }).map((coordinates) => ({
    type: 'MultiPoint' as const,
    coordinates,
  })),
  line.map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((coordinates) => ({
    type: 'MultiLineString' as const,
    coordinates,
  })),
  polygon.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  fc.array(polygon, { minLength: 1, maxLength: 3 }).map((coordinates) => ({
    type: 'MultiPolygon' as const,
    coordinates,
  })),
);

const attributeName = fc.constantFrom('name', 'kind', '__proto__', 'constructor', 'hasOwnProperty');
const attributeValue = fc.oneof(
  fc.constantFrom(null, true, false, '', 'wetland'),
  fc.integer({ min: 0, max: 3 }),
);
export const anyProperties = fc
  .array(fc.tuple(attributeName, attributeValue))
  .map((pairs): FeatureState['properties'] => Object.fromEntries(pairs));

export const anyState: fc.Arbitrary<FeatureState> = fc.record({
  geometry: fc.option(anyGeometry),
  properties: anyProperties,
  layerId: fc.constantFrom('nests', 'trails', 'ponds'),
});
