import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { Feature, FeatureCollection } from 'geojson';
import type { ShownFeature } from '../state/features.ts';
import type { DrawnProperties, ShapeStatus } from './shape-paint.ts';

/**
 * What the map's layers know of a feature. It has none of the feature's own attributes, because
 * those may have any key.
 */
interface HeldProperties extends DrawnProperties {
  readonly isPending: boolean;
  readonly isProposedDelete: boolean;
  readonly isResolved: boolean;
}

interface Drawn {
  features: ReadonlyMap<string, ShownFeature>;
  layers: readonly VectorLayer[];
  proposals: readonly MapProposal[];
  /** The id of the feature that the editing tools draw themselves, or null. */
  editedId: string | null;
}

/** Features as the map draws them: those of hidden layers left out, the lower layers first. */
export function featureData({ features, layers, proposals, editedId }: Drawn): FeatureCollection {
  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const layerOf = ({ state }: ShownFeature) => byId.get(state.layerId ?? '');
  const positionOf = (feature: ShownFeature) =>
    layerOf(feature)?.position ?? Number.POSITIVE_INFINITY;
  const deleted = proposedDeletes(proposals);
  const drawn = [...features.values()].filter(
    (feature) =>
      feature.id !== editedId && feature.state.geometry !== null && !layerOf(feature)?.is_hidden,
  );
  return {
    type: 'FeatureCollection',
    features: drawn
      .toSorted((a, b) => orderOf(positionOf(a), positionOf(b)))
      .map((feature): Feature => {
        const { id, state, isResolved, isPending } = feature;
        const { layerId } = state;
        const style = layerOf(feature)?.style;
        const colorBy = attributeOf(state.properties, style?.color_by?.attribute);
        const label = attributeOf(state.properties, style?.label_by);
        const properties: HeldProperties = {
          id,
          ...(layerId !== undefined && { layer_id: layerId }),
          ...(colorBy !== null && { color_by: colorBy }),
          ...(label !== null && { label: String(label) }),
          isPending,
          isProposedDelete: deleted.has(id),
          isResolved,
        };
        return { type: 'Feature', geometry: state.geometry!, properties };
      }),
  };
}

/** What the features of `featureData` tell of themselves. */
export function heldStatus(selectedId: string | null): ShapeStatus {
  const told = (name: keyof HeldProperties): ['get', string] => ['get', name];
  return {
    isProposedDelete: told('isProposedDelete'),
    isResolved: told('isResolved'),
    isPending: told('isPending'),
    isSelected: ['==', told('id'), selectedId ?? ''],
    isShown: true,
  };
}

function orderOf(one: number, other: number): number {
  return one === other ? 0 : one - other;
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
