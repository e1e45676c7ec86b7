import { styleDefaults } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { type FeatureState, mergeStates } from '@refugia/engine/merge/index.ts';
import type { ConfirmedFeature, MapState, PendingEdit } from './map-state.ts';

/** The attributes that may hold a feature's name, the first choice first. */
const nameAttributes = ['name', 'Name', 'NAME', 'title'] as const;

export function nameOf({ properties }: Pick<FeatureState, 'properties'>): string | null {
  for (const attribute of nameAttributes) {
    const value = Object.hasOwn(properties, attribute) ? properties[attribute] : null;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

const kinds = {
  Point: 'Point',
  MultiPoint: 'Points',
  LineString: 'Line',
  MultiLineString: 'Lines',
  Polygon: 'Polygon',
  MultiPolygon: 'Polygon of several parts',
} as const;

/** What a feature is, such as `Polygon`. */
export function kindOf({ geometry }: Pick<FeatureState, 'geometry'>): string {
  return geometry ? kinds[geometry.type] : 'No geometry';
}

/** A number of features in words, such as `1,200 features`. */
export function featuresText(count: number): string {
  return count === 1 ? '1 feature' : `${count.toLocaleString('en-US')} features`;
}

/** The colours of the specification, made darker or lighter where contrast requires it. */
export const featureColours = {
  proposedAdd: '#2ba84a',
  proposedDelete: '#d92d20',
  proposedEdit: '#b26a00',
  resolved: '#3388ff',
  otherwise: styleDefaults.color,
} as const;

/** The colours of the versions between which a review chooses, and of what comes of it. */
export const reviewColours = {
  before: '#5f6b66',
  present: '#1d6fd6',
  incoming: featureColours.proposedEdit,
  result: '#7a3db8',
} as const;

/** The id of a feature's layer, as the conditions of a filter name it. */
export function layerIdOf({ state }: Pick<ConfirmedFeature, 'state'>): string {
  return state.layerId ?? '';
}

export function readFeature(feature: MapFeature): ConfirmedFeature {
  const { id, revision, layer_id: layerId, resolved, properties, layer } = feature;
  const geometry: FeatureState['geometry'] = JSON.parse(layer);
  return { id, revision, isResolved: resolved, state: { geometry, properties, layerId } };
}

/** The features by their ids, in the order in which they are drawn. */
export function readFeatures(features: readonly MapFeature[]): Map<string, ConfirmedFeature> {
  return new Map(features.map((feature) => [feature.id, readFeature(feature)]));
}

/** A feature as the map draws it, with this browser's unconfirmed edits applied. */
export interface ShownFeature extends ConfirmedFeature {
  readonly isPending: boolean;
}

/**
 * Merges the owner's pending edits with what others did meanwhile. One that conflicts is left out:
 * the server refuses it, and it is then shown as held.
 */
export function shownFeatures({
  features,
  pending,
}: Pick<MapState, 'features' | 'pending'>): ReadonlyMap<string, ShownFeature> {
  const shown = new Map<string, ShownFeature>();
  for (const [id, feature] of features) shown.set(id, { ...feature, isPending: false });
  for (const edit of pending) if (edit.kind === 'operation') lay(shown, edit);
  return shown;
}

function lay(shown: Map<string, ShownFeature>, { changes }: PendingEdit): void {
  for (const { featureId: id, before, after } of changes) {
    const feature = shown.get(id);
    const outcome = mergeStates({ base: before, current: feature?.state ?? null, incoming: after });
    if (outcome.disputed.length > 0) continue;
    if (outcome.merged === null) shown.delete(id);
    else {
      const origin = { id, revision: 0, isResolved: false };
      shown.set(id, { ...(feature ?? origin), state: outcome.merged, isPending: true });
    }
  }
}
