import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { nameOf, type ShownFeature, shownFeatures } from '../state/features.ts';
import { type ConfirmedFeature, type FeatureChange, noDraft } from '../state/map-state.ts';
import { useBoxChoice } from '../workspace/chosen-features.ts';
import { useActiveLayer, useShownLayers } from '../workspace/lists.ts';
import { type OpenMap, useOpenMap } from '../workspace/open-map.ts';
import { changeOf, commitChanges, creationOf, cutFeature, faultsOf } from './commit-changes.ts';

export type MapEditing = ReturnType<typeof useMapEditing>;

/**
 * The tools and the changes of the person at this screen. The owner's changes go to the server at
 * once, and an editor's are collected until they are proposed.
 */
export function useMapEditing() {
  const open = useOpenMap();
  const layers = useShownLayers();
  const { layer: activeLayer } = useActiveLayer();
  const [drawsSeveral, setDrawsSeveral] = useState(false);
  const [drawnCount, setDrawnCount] = useState(0);
  const [isSnapping, setSnapping] = useState(true);
  const chooseIn = useBoxChoice();
  const features = useChangedFeatures(open);
  const { hold, putToolDown, ...hand } = useHand(open, features);
  const { selected } = hand;

  const change = async (after: FeatureState | null) => {
    if (!selected) return;
    const isEmpty = after !== null && after.geometry === null && selected.state.geometry !== null;
    const isGone = after === null || isEmpty;
    if (isGone) {
      putToolDown();
      hold(null);
    }
    await commitChanges(open, layers, [changeOf(selected, isGone ? null : after)]);
  };
  const add = async (shape: DrawnShape) => {
    const layer = activeLayer && { layerId: activeLayer.id };
    const added = creationOf({ geometry: shape, properties: {}, ...layer });
    if (!(await commitChanges(open, layers, [added])) || drawsSeveral) return;
    hold(added.featureId, 'drawn');
  };
  const cut = async (shape: DrawnShape, cutter: ShapeTool) => {
    const changes = selected && (await cutFeature(selected, shape, cutter));
    if (changes) await commitChanges(open, layers, changes);
  };
  return {
    /** With all changes of this browser applied. */
    features,
    ...hand,
    ...useProposal(open, layers),
    finish(shape: DrawnShape, finished: ShapeTool) {
      const isCut = finished === 'hole' || finished === 'split';
      if (isCut || finished === 'box' || !drawsSeveral) putToolDown();
      if (finished === 'box') {
        void chooseIn(shape);
        return;
      }
      setDrawnCount((count) => count + 1);
      void (isCut ? cut(shape, finished) : add(shape));
    },
    /** Whether the tool stays in hand after a shape, for the next one. */
    drawsSeveral,
    setDrawsSeveral,
    drawnCount,
    /** Sets the new state of the feature in hand. Null deletes it. */
    change: (after: FeatureState | null) => void change(after),
    changeGeometry: (geometry: FlatGeometry | null) =>
      void (selected && change({ ...selected.state, geometry })),
    isSnapping,
    setSnapping,
  };
}

/** What this person has in hand: a tool, a feature, and its shape while that is being moved. */
function useHand({ client, state, isOwner }: OpenMap, features: ReadonlyMap<string, ShownFeature>) {
  const [toolTaken, setTool] = useState<ShapeTool | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [drawnId, setDrawnId] = useState<string | null>(null);
  const [draft, setDraft] = useState<FlatGeometry | null>(null);
  const selected = selectedId === null ? null : (features.get(selectedId) ?? null);
  // Somebody else may have deleted the feature that the tool works on.
  const tool = selected === null && worksOnFeature(toolTaken) ? null : toolTaken;
  useNoticeOfLoss(selectedId === null ? undefined : state.features.get(selectedId), selectedId);
  const hold = (id: string | null, how?: 'drawn') => {
    setSelectedId(id);
    setDrawnId(how === 'drawn' ? id : null);
  };
  return {
    tool,
    takeTool(next: ShapeTool | null) {
      const isPoint = selected?.state.geometry?.type.endsWith('Point');
      if (next === 'vertices' && isPoint && !isOwner) {
        showToast('warning', messages.collaborativeMapper.pointEdit);
        return;
      }
      setDraft(null);
      setTool(next);
    },
    putToolDown: () => setTool(null),
    selected,
    /** Its feature may be missing here, because tiles show it before the server sends it. */
    chosenId: selectedId,
    select(id: string | null) {
      // The tool that worked on a feature which is gone does not go on with this one.
      if (tool === null) setTool(null);
      setDraft(null);
      hold(id);
      if (id !== null) void client.readFeature(id);
    },
    hold,
    /** The feature that was drawn last, as long as it is in hand. */
    drawn: selectedId === drawnId ? selected : null,
    draft,
    setDraft,
  };
}

/**
 * The changes that are collected: an editor's until they are proposed, and an owner's features until they
 * have the values that their layer requires.
 */
function useProposal({ client, state, canPropose }: OpenMap, layers: readonly VectorLayer[]) {
  const proposed = state.draft.changes;
  const faults = useMemo(
    () => [...new Set(proposed.flatMap((change) => faultsOf(change, layers)))],
    [proposed, layers],
  );
  return {
    proposed,
    /** Why these can't be sent yet, as sentences. */
    faults,
    propose(note: string) {
      if (!canPropose || faults.length > 0) return;
      void client.edits.edit(proposed, note);
      void client.edits.keepDraft(noDraft);
    },
    keepNote: (note: string) => void client.edits.keepDraft({ changes: proposed, note }),
    dropProposed: () => void client.edits.keepDraft(noDraft),
  };
}

/** The features as this person sees them, with the changes that are under way or not proposed yet. */
function useChangedFeatures({ state }: Pick<OpenMap, 'state'>) {
  const { features, pending, draft } = state;
  const confirmed = useMemo(() => shownFeatures({ features, pending }), [features, pending]);
  return useMemo(() => withChanges(confirmed, draft.changes), [confirmed, draft.changes]);
}

/** Whether a tool changes the feature in hand, and does not draw a new one. */
export function worksOnFeature(tool: ShapeTool | null): boolean {
  return tool === 'vertices' || tool === 'hole' || tool === 'split';
}

/** Says so when the feature in hand is gone from the map: its card and its tool go, too. */
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

function withChanges(
  features: ReadonlyMap<string, ShownFeature>,
  changes: readonly FeatureChange[],
): ReadonlyMap<string, ShownFeature> {
  if (changes.length === 0) return features;
  const changed = new Map(features);
  for (const { featureId: id, after } of changes) {
    const origin = features.get(id) ?? { id, revision: 0, isResolved: false };
    if (after === null) changed.delete(id);
    else changed.set(id, { ...origin, state: after, isPending: true });
  }
  return changed;
}
