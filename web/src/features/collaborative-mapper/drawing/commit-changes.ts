import { faultsOfValues } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { ShownFeature } from '../state/features.ts';
import { type FeatureChange, noDraft } from '../state/map-state.ts';
import { newId, withDraftChange } from '../state/pending-edits.ts';
import type { OpenMap } from '../workspace/open-map.ts';
import { loadShapeCutting } from './late-tools.ts';

/**
 * Sends the owner's changes, or collects an editor's. A new feature of the owner waits among the collected
 * ones until it has the values that its layer requires.
 * @returns false if a shape is invalid, so that everything stays as it was
 */
export async function commitChanges(
  { client, isOwner, state }: Pick<OpenMap, 'client' | 'isOwner' | 'state'>,
  layers: readonly VectorLayer[],
  changes: readonly FeatureChange[],
): Promise<boolean> {
  if (changes.some(({ before, after }) => after?.geometry && after.geometry !== before?.geometry)) {
    // Without a connection the code may be missing. The server judges every shape again.
    const cutting = await loadShapeCutting().catch(() => null);
    const fault = cutting?.faultOf(changes) ?? null;
    if (fault !== null) {
      showToast('warning', `${fault} The shape stays as it was.`);
      return false;
    }
  }
  const waiting = state.draft.changes;
  const isWaiting = (id: string) => waiting.some(({ featureId }) => featureId === id);
  const isComplete = changes.every(
    (change) => !isWaiting(change.featureId) && faultsOf(change, layers).length === 0,
  );
  if (isOwner && isComplete) {
    void client.edits.edit(changes);
    return true;
  }
  void client.edits.addToDraft(changes);
  const collected = changes.reduce(withDraftChange, waiting);
  const isReady = collected.every((change) => faultsOf(change, layers).length === 0);
  if (isOwner && isReady) {
    void client.edits.edit(collected);
    void client.edits.keepDraft(noDraft);
  }
  return true;
}

/** Why a change does not fit the fields of its layer, as sentences. */
export function faultsOf(
  { before, after }: FeatureChange,
  layers: readonly VectorLayer[],
): string[] {
  const fields = layers.find(({ id }) => id === after?.layerId)?.fields;
  if (!after || !fields) return [];
  return Object.values(faultsOfValues(fields, before?.properties ?? null, after.properties));
}

export function changeOf(feature: ShownFeature, after: FeatureState | null): FeatureChange {
  const { id: featureId, revision: baseRevision, state: before } = feature;
  return { featureId, baseRevision, before, after };
}

export function creationOf(after: FeatureState): FeatureChange {
  return { featureId: newId(), baseRevision: 0, before: null, after };
}

/** The changes that cut a feature with a drawn shape, or null after a message why there are none. */
export async function cutFeature(
  feature: ShownFeature,
  shape: DrawnShape,
  cutter: ShapeTool,
): Promise<FeatureChange[] | null> {
  const cutting = await loadShapeCutting().catch(() => {
    const text = 'The drawing tools could not be loaded. Check the connection and try again.';
    showToast('error', text);
    return null;
  });
  const { geometry } = feature.state;
  if (!cutting || !geometry) return null;
  const parts = cutting.cutWith(geometry, shape, cutter);
  if (typeof parts === 'string') {
    showToast('warning', parts);
    return null;
  }
  const [first, ...others] = parts;
  return [
    changeOf(feature, { ...feature.state, geometry: first }),
    ...others.map((part) => creationOf({ ...feature.state, geometry: part })),
  ];
}
