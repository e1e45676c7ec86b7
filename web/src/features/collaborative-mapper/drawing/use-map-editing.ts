import { messages } from '@refugia/contract/messages.ts';
import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import { nameOf } from '../state/feature-name.ts';
import {
  type ConfirmedFeature,
  canPropose,
  type FeatureChange,
  isOwner,
  type MapState,
  noDraft,
} from '../state/map-state.ts';
import { newId } from '../state/new-id.ts';
import { type ShownFeature, shownFeatures } from '../state/shown-features.ts';
import { loadShapeWork } from './late-tools.ts';
import type { MapEditing } from './map-editing.ts';

/**
 * The tools and the changes of the person at this screen. The owner's changes go to the server at
 * once, and an editor's are collected until they are proposed.
 */
export function useMapEditing(client: MapClient, state: MapState): MapEditing {
  const [toolTaken, setTool] = useState<ShapeTool | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [draft, setDraft] = useState<FlatGeometry | null>(null);
  const proposed = state.draft.changes;
  const [isSnapping, setSnapping] = useState(true);
  const confirmed = useMemo(
    () => shownFeatures({ features: state.features, pending: state.pending }),
    [state.features, state.pending],
  );
  const features = useMemo(() => withChanges(confirmed, proposed), [confirmed, proposed]);
  const selected = selectedId === null ? null : (features.get(selectedId) ?? null);
  // Somebody else may have deleted the feature that the tool works on.
  const tool = selected === null && worksOnFeature(toolTaken) ? null : toolTaken;
  useNoticeOfLoss(selectedId === null ? undefined : state.features.get(selectedId), selectedId);

  const commit = async (changes: readonly FeatureChange[]): Promise<boolean> => {
    if (changes.some(changesShape)) {
      // Without a connection the code may be missing. The server judges every shape again.
      const work = await loadShapeWork().catch(() => null);
      const fault = work?.faultOf(changes) ?? null;
      if (fault !== null) {
        showToast('warning', `${fault} The shape stays as it was.`);
        return false;
      }
    }
    void (isOwner(state) ? client.edit(changes) : client.addToDraft(changes));
    return true;
  };
  const changeOf = (feature: ShownFeature, after: FeatureState | null): FeatureChange => ({
    featureId: feature.id,
    baseRevision: feature.revision,
    before: feature.state,
    after,
  });
  const create = (geometry: FlatGeometry, properties: FeatureState['properties'] = {}) => ({
    featureId: newId(),
    baseRevision: 0,
    before: null,
    after: { geometry, properties },
  });
  const takeTool = (next: ShapeTool | null) => {
    const isPoint = selected?.state.geometry?.type.endsWith('Point');
    if (next === 'vertices' && isPoint && !isOwner(state)) {
      showToast('warning', messages.collaborativeMapper.pointEdit);
      return;
    }
    setDraft(null);
    setTool(next);
  };
  const cut = async (shape: DrawnShape, cutter: ShapeTool) => {
    const work = await shapeWork();
    const geometry = selected?.state.geometry;
    if (!work || !geometry) return;
    const pieces = work.cutWith(geometry, shape, cutter);
    if (typeof pieces === 'string') {
      showToast('warning', pieces);
      return;
    }
    const { properties } = selected.state;
    const [first, ...others] = pieces;
    await commit([
      changeOf(selected, { properties, geometry: first }),
      ...others.map((piece) => create(piece, properties)),
    ]);
  };

  const change = async (after: FeatureState | null) => {
    if (!selected) return;
    const isEmpty = after !== null && after.geometry === null && selected.state.geometry !== null;
    const isGone = after === null || isEmpty;
    if (isGone) {
      setTool(null);
      setSelectedId(null);
    }
    await commit([changeOf(selected, isGone ? null : after)]);
  };
  const add = async (shape: DrawnShape) => {
    const added = create(shape);
    if (await commit([added])) setSelectedId(added.featureId);
  };

  return {
    features,
    tool,
    takeTool,
    selected,
    chosenId: selectedId,
    select: (id) => {
      // The tool that worked on a feature which is gone does not go on with this one.
      if (tool === null) setTool(null);
      setDraft(null);
      setSelectedId(id);
      if (id !== null) void client.readFeature(id);
    },
    draft,
    setDraft,
    finish(shape, finished) {
      setTool(null);
      void (finished === 'hole' || finished === 'split' ? cut(shape, finished) : add(shape));
    },
    change: (after) => void change(after),
    changeGeometry: (geometry) =>
      selected && void change({ geometry, properties: selected.state.properties }),
    proposed,
    propose(note) {
      if (!canPropose(state)) return;
      void client.edit(proposed, note);
      void client.keepDraft(noDraft);
    },
    keepNote: (note) => void client.keepDraft({ changes: proposed, note }),
    dropProposed: () => void client.keepDraft(noDraft),
    isSnapping,
    setSnapping,
  };
}

/** Whether a tool changes the feature in hand, and does not draw a new one. */
function worksOnFeature(tool: ShapeTool | null): boolean {
  return tool === 'vertices' || tool === 'hole' || tool === 'split';
}

/**
 * Says so when a feature disappears from the map while it is in hand, because its card closes and
 * the tool is put down.
 * @param feature the confirmed feature in hand, or undefined if the map does not have it
 * @param id the id of the feature in hand, or null
 */
function useNoticeOfLoss(feature: ConfirmedFeature | undefined, id: string | null): void {
  const last = useRef(feature);
  useEffect(() => {
    const lost = last.current;
    last.current = feature;
    if (feature || lost?.id !== id || !lost) return;
    const name = nameOf(lost.state);
    showToast(
      'message',
      `${name === null ? 'The feature' : `“${name}”`} is no longer on the map. History, under About, tells why.`,
    );
  }, [feature, id]);
}

function changesShape({ before, after }: FeatureChange): boolean {
  return Boolean(after?.geometry) && after?.geometry !== before?.geometry;
}

/**
 * Loads the code that cuts shapes. If it can't be loaded, a message says so and the result is null.
 */
async function shapeWork() {
  try {
    return await loadShapeWork();
  } catch {
    showToast(
      'error',
      'The drawing tools could not be loaded. Check the connection and try again.',
    );
    return null;
  }
}

function withChanges(
  features: ReadonlyMap<string, ShownFeature>,
  changes: readonly FeatureChange[],
): ReadonlyMap<string, ShownFeature> {
  if (changes.length === 0) return features;
  const changed = new Map(features);
  for (const { featureId: id, after } of changes) {
    const origin = features.get(id) ?? {
      id,
      revision: 0,
      layerId: null,
      dataset: null,
      isResolved: false,
    };
    if (after === null) changed.delete(id);
    else changed.set(id, { ...origin, state: after, isPending: true });
  }
  return changed;
}
