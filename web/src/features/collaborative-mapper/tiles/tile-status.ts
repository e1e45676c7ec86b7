import type { ExpressionSpecification } from 'maplibre-gl';
import type { ShapeStatus } from '../drawing/shape-paint.ts';

/** What a tile does not contain of a feature, and the map engine is told. */
export interface TileFeatureState {
  /** Because the browser draws it whole, or because it was deleted. */
  readonly isReplaced: boolean;
  readonly isProposedDelete: boolean;
  readonly isResolved: boolean;
}

const is = (name: keyof TileFeatureState): ExpressionSpecification => [
  'boolean',
  ['feature-state', name],
  false,
];

/** What the map engine knows of the features of tiles. */
export const tileStatus: ShapeStatus = {
  isProposedDelete: is('isProposedDelete'),
  isResolved: is('isResolved'),
  isSelected: false,
  isPending: false,
  isShown: ['!', is('isReplaced')],
};
