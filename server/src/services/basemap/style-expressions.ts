import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { LayerName } from './geography.ts';

/** What a layer of the embedded geography is drawn from. */
export const geography = (layer: LayerName) =>
  ({ source: 'geography', 'source-layer': layer }) as const;

/** A number that changes evenly between the given zooms. */
export function byZoom(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

/** The value of the last zoom that was passed. */
export function byStep(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  const [[, first], ...rest] = stops as [[number, number], ...[number, number][]];
  return ['step', ['zoom'], first, ...rest.flat()] as ExpressionSpecification;
}
