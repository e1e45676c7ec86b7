import { areaSquareMeters, distanceMeters } from '@refugia/engine/geo/measures.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { Position } from 'geojson';

type FeatureSize =
  | { readonly kind: 'area'; readonly hectares: number }
  | { readonly kind: 'length'; readonly meters: number }
  | { readonly kind: 'place'; readonly longitude: number; readonly latitude: number };

/** Measures a geometry on the ground. The result is null for several points. */
export function sizeOf(geometry: FlatGeometry): FeatureSize | null {
  switch (geometry.type) {
    case 'Polygon':
    case 'MultiPolygon':
      return { kind: 'area', hectares: areaSquareMeters(geometry) / 10_000 };
    case 'LineString':
      return { kind: 'length', meters: lengthMeters(geometry.coordinates) };
    case 'MultiLineString':
      return {
        kind: 'length',
        meters: geometry.coordinates.reduce((sum, line) => sum + lengthMeters(line), 0),
      };
    case 'Point': {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return { kind: 'place', longitude, latitude };
    }
    case 'MultiPoint':
      return null;
  }
}

function lengthMeters(line: readonly Position[]): number {
  let meters = 0;
  for (let index = 1; index < line.length; index++)
    meters += distanceMeters(line[index - 1], line[index]);
  return meters;
}
