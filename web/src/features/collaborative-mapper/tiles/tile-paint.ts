import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { ExpressionSpecification } from 'maplibre-gl';
import type { ShapePaint } from '../drawing/feature-layers.tsx';
import { featureColours } from '../state/features.ts';

/**
 * The properties of a feature that a tile does not contain. The map engine gets them for each
 * feature.
 */
export interface TileFeatureState {
  /**
   * Whether the tile must not draw the feature, because the browser draws it whole or because it
   * was deleted.
   */
  readonly isReplaced: boolean;
  readonly isProposedDelete: boolean;
  readonly isResolved: boolean;
}

const layerId: ExpressionSpecification = ['coalesce', ['get', 'layer_id'], ''];
const is = (name: keyof TileFeatureState): ExpressionSpecification => [
  'boolean',
  ['feature-state', name],
  false,
];

/**
 * How the features of tiles are drawn. Colour and order are the same as `colourOfFeature` and
 * `featureData` give to whole features.
 */
export function tilePaint(layers: readonly VectorLayer[]): ShapePaint {
  return {
    color: [
      'case',
      is('isProposedDelete'),
      featureColours.proposedDelete,
      is('isResolved'),
      featureColours.resolved,
      byLayer(
        layers.map(({ id, style }) => [id, colorOf(style)]),
        featureColours.otherwise,
      ),
    ],
    label: ['coalesce', ['get', 'label'], ''],
    isSelected: ['literal', false],
    isPending: false,
    // Where the whole of a large map is in view, thousands of points of full size would be one
    // spot.
    radius: ['interpolate', ['linear'], ['zoom'], 2, 2.5, 10, 6.5],
    isShown: ['!', is('isReplaced')],
    // Drawn features lie above all layers.
    order: byLayer(
      layers.map(({ id, position }) => [id, position]),
      1e9,
    ),
  };
}

/** Selects the features of layers that are shown. */
export function isOfShownLayer(layers: readonly VectorLayer[]): ExpressionSpecification {
  const hidden = layers.filter(({ is_hidden: isHidden }) => isHidden).map(({ id }) => id);
  return ['!', ['in', layerId, ['literal', hidden]]];
}

type Value = ExpressionSpecification | string | number;

/** An expression with a value for each layer, and another value for everything else. */
function byLayer(values: readonly (readonly [id: string, value: Value])[], otherwise: Value) {
  // The map engine refuses a `match` without any label.
  const cases = values.length === 0 ? ['', otherwise] : values.flat();
  return ['match', layerId, ...cases, otherwise] as unknown as ExpressionSpecification;
}

function colorOf({ color, color_by: colorBy }: LayerStyle): Value {
  const plain = color ?? featureColours.otherwise;
  const cases = (colorBy?.colors ?? []).filter(({ value }) => value !== null);
  if (cases.length === 0) return plain;
  return [
    'case',
    ...cases.flatMap((each) => [['==', ['get', 'color_by'], each.value], each.color]),
    plain,
  ] as unknown as ExpressionSpecification;
}
