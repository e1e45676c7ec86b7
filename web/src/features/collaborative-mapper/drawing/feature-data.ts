import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { Feature, FeatureCollection } from 'geojson';
import { colourOfFeature, type ShownFeature } from '../state/features.ts';

/**
 * What the map's layers know of a feature. It has none of the feature's own attributes, because
 * those may have any key.
 */
interface DrawnAttributes {
  id: string;
  color: string;
  label: string;
  isPending: boolean;
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
  const positionOf = ({ layerId }: ShownFeature) =>
    layerId === null ? Number.POSITIVE_INFINITY : (byId.get(layerId)?.position ?? 0);
  const deleted = proposedDeletes(proposals);
  const drawn = [...features.values()].filter(
    ({ id, layerId, state }) =>
      id !== editedId &&
      state.geometry !== null &&
      !(layerId !== null && byId.get(layerId)?.is_hidden),
  );
  return {
    type: 'FeatureCollection',
    features: drawn
      .toSorted((a, b) => orderOf(positionOf(a), positionOf(b)))
      .map((feature): Feature => {
        const { id, state, isResolved, layerId, isPending } = feature;
        const style = layerId === null ? undefined : byId.get(layerId)?.style;
        const color = colourOfFeature({
          isProposedDelete: deleted.has(id),
          isResolved,
          properties: state.properties,
          style,
        });
        const label = labelOf(state.properties, style?.label_by ?? null);
        const properties: DrawnAttributes = { id, color, label, isPending };
        return { type: 'Feature', geometry: state.geometry!, properties };
      }),
  };
}

function orderOf(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function labelOf(
  properties: ShownFeature['state']['properties'],
  attribute: string | null,
): string {
  if (attribute === null || !Object.hasOwn(properties, attribute)) return '';
  const value = properties[attribute];
  return value === null ? '' : String(value);
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
