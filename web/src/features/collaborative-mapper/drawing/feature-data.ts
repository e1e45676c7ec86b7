import {
  type FeatureFilter,
  meetsFilter,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { layerIdOf, type ShownFeature } from '../state/features.ts';
import type { DrawnProperties, ShapeStatus } from './shape-paint.ts';

/** It has none of the feature's own attributes, because those may have any key. */
interface HeldProperties extends DrawnProperties {
  readonly isPending: boolean;
  readonly isProposedDelete: boolean;
  readonly isResolved: boolean;
}

interface FeatureDataOptions {
  features: ReadonlyMap<string, ShownFeature>;
  layers: readonly VectorLayer[];
  proposals: readonly MapProposal[];
  selectedId: string | null;
  /** The id of the feature that the editing tools draw themselves, or null. */
  editedId: string | null;
  filter?: FeatureFilter;
}

interface FeatureData {
  readonly single: FeatureCollection;
  /** The points that may be drawn as clusters, by their layer's id. */
  readonly clustered: ReadonlyMap<string, FeatureCollection>;
}

/**
 * Features as the map draws them, the lower layers first, without those of hidden layers and those
 * that do not meet the filter. What is in hand stays, and what needs attention is in no cluster.
 */
export function featureData(options: FeatureDataOptions): FeatureData {
  const { features, layers, proposals, selectedId, editedId, filter = [] } = options;
  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const layerOf = ({ state }: ShownFeature) => byId.get(state.layerId ?? '');
  const positionOf = (feature: ShownFeature) => layerOf(feature)?.position ?? Number.MAX_VALUE;
  const deleted = proposedDeletes(proposals);
  const drawn = [...features.values()].filter(
    (feature) =>
      feature.id !== editedId &&
      !layerOf(feature)?.is_hidden &&
      (feature.id === selectedId ||
        meetsFilter(filter, layerIdOf(feature), feature.state.properties)),
  );
  const single: Feature[] = [];
  const clustered = new Map<string, Feature[]>();
  for (const feature of drawn.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    const { id, isPending } = feature;
    const { geometry } = feature.state;
    if (geometry === null) continue;
    const layer = layerOf(feature);
    const style = layer?.style;
    const isNoticed = id === selectedId || isPending || deleted.has(id);
    const isClustered = style?.clusters && geometry.type.endsWith('Point') && !isNoticed;
    const list = layer && isClustered ? (clustered.get(layer.id) ?? []) : single;
    if (layer && isClustered) clustered.set(layer.id, list);
    const properties = heldProperties(feature, style, deleted.has(id));
    list.push({ type: 'Feature', geometry, properties });
  }
  return {
    single: { type: 'FeatureCollection', features: single },
    clustered: new Map(
      [...clustered].map(([id, features]) => [id, { type: 'FeatureCollection', features }]),
    ),
  };
}

function heldProperties(
  { id, state, isResolved, isPending }: ShownFeature,
  style: LayerStyle | undefined,
  isProposedDelete: boolean,
): HeldProperties {
  const colorBy = attributeOf(state.properties, style?.color_by?.attribute);
  const label = attributeOf(state.properties, style?.label_by);
  return {
    id,
    ...(state.layerId !== undefined && { layer_id: state.layerId }),
    ...(colorBy !== null && { color_by: colorBy }),
    ...(label !== null && { label: String(label) }),
    isPending,
    isProposedDelete,
    isResolved,
  };
}

/** The status of the features of `featureData`. */
export function heldStatus(selectedId: string | null): ShapeStatus {
  // A cluster of points has none of these.
  const is = (name: keyof HeldProperties): ExpressionSpecification => [
    'boolean',
    ['get', name],
    false,
  ];
  return {
    isProposedDelete: is('isProposedDelete'),
    isResolved: is('isResolved'),
    isPending: is('isPending'),
    isSelected: ['==', ['get', 'id'], selectedId ?? ''],
    isShown: true,
  };
}

function attributeOf(
  properties: ShownFeature['state']['properties'],
  attribute: string | null | undefined,
): string | number | boolean | null {
  if (attribute === null || attribute === undefined) return null;
  return Object.hasOwn(properties, attribute) ? properties[attribute] : null;
}

/** The features that open proposals delete. */
export function proposedDeletes(proposals: readonly MapProposal[]): ReadonlySet<string> {
  return new Set(
    proposals.flatMap(({ changes }) =>
      changes
        .filter(({ verb, status }) => verb === 'delete' && status === 'open')
        .map((change) => change.feature_id),
    ),
  );
}

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
