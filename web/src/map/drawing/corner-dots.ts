import type { Feature } from 'geojson';
import type { CircleLayerSpecification } from 'maplibre-gl';
import type { LngLat } from '../places.ts';

/**
 * The look of the corners of a shape while it is drawn. The first one is larger, because a click on
 * it closes the shape.
 */
export const cornerDotPaint: CircleLayerSpecification['paint'] = {
  'circle-radius': ['case', ['get', 'isFirst'], 7, 5],
  'circle-color': '#ffffff',
  'circle-stroke-color': '#10201a',
  'circle-stroke-width': 2,
};

/** A point at each corner, with the property `isFirst`. */
export function cornerDots(corners: readonly LngLat[]): Feature[] {
  return corners.map((corner, index) => ({
    type: 'Feature',
    properties: { isFirst: index === 0 },
    geometry: { type: 'Point', coordinates: [...corner] },
  }));
}
