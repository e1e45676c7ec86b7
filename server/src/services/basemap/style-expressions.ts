import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { LayerName } from './geography.ts';

/** The source of a layer of the embedded geography. */
export const geography = (layer: LayerName) =>
  ({ source: 'geography', 'source-layer': layer }) as const;

/** A number that is interpolated linearly between the given zooms. */
export function byZoom(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

/** The value of the nearest given zoom that is not above the current one. */
export function byStep(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  const [[, first], ...rest] = stops as [[number, number], ...[number, number][]];
  return ['step', ['zoom'], first, ...rest.flat()] as ExpressionSpecification;
}
