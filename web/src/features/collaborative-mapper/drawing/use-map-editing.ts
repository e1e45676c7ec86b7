import { messages } from '@refugia/contract/messages.ts';
import {
  cutHole,
  shapeFault,
  splitArea,
  splitLine,
  splitLines,
} from '@refugia/engine/edit/index.ts';
import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import { useMemo, useState } from 'react';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import { withDraftChange } from '../state/draft-changes.ts';
import {
  canPropose,
  type FeatureChange,
  isOwner,
  type MapState,
  noDraft,
} from '../state/map-state.ts';
import { newId } from '../state/new-id.ts';
import { type ShownFeature, shownFeatures } from '../state/shown-features.ts';

/** What can be done to the features of a map, and what is being done. */
export interface MapEditing {
  /** Features with everything on top that was done here. */
  readonly features: ReadonlyMap<string, ShownFeature>;
  readonly tool: ShapeTool | null;
  takeTool(tool: ShapeTool | null): void;
  readonly selected: ShownFeature | null;
  select(id: string | null): void;
  /** The shape in hand while a handle is being moved. */
  readonly draft: FlatGeometry | null;
  setDraft(geometry: FlatGeometry | null): void;
  finish(shape: DrawnShape, tool: ShapeTool): void;
  /** What the feature in hand becomes; null deletes it. */
  change(after: FeatureState | null): void;
  changeGeometry(geometry: FlatGeometry | null): void;
  /** An editor's changes that are not sent yet. */
  readonly proposed: readonly FeatureChange[];
  propose(note: string): void;
  /** Keeps what was written to the owner so far. */
  keepNote(note: string): void;
  dropProposed(): void;
  readonly isSnapping: boolean;
  setSnapping(isOn: boolean): void;
}

/** The owner's changes go to the server at once; an editor's are collected until they are proposed. */
export function useMapEditing(client: MapClient, state: MapState): MapEditing {
  const [tool, setTool] = useState<ShapeTool | null>(null);
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

  const commit = (changes: readonly FeatureChange[]): boolean => {
    const fault = changes.flatMap(({ after }) => {
      const found = after?.geometry && shapeFault(after.geometry);
      return found ? [found.reason] : [];
    })[0];
    if (fault) {
      showToast('warning', `${fault} The shape stays as it was.`);
      return false;
    }
    if (isOwner(state)) void client.edit(changes);
    else {
      const { note } = state.draft;
      void client.keepDraft({ changes: changes.reduce(withDraftChange, proposed), note });
    }
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
  const replaceWith = (pieces: readonly FlatGeometry[] | null, refusal: string) => {
    if (!selected) return;
    const [first, ...others] = pieces ?? [];
    if (!first) {
      showToast('warning', refusal);
      return;
    }
    const { properties } = selected.state;
    commit([
      changeOf(selected, { properties, geometry: first }),
      ...others.map((piece) => create(piece, properties)),
    ]);
  };

  const change = (after: FeatureState | null) => {
    if (!selected) return;
    const isEmpty = after !== null && after.geometry === null && selected.state.geometry !== null;
    const isGone = after === null || isEmpty;
    if (!commit([changeOf(selected, isGone ? null : after)]) || !isGone) return;
    setTool(null);
    setSelectedId(null);
  };

  return {
    features,
    tool,
    takeTool,
    selected,
    select: (id) => {
      setDraft(null);
      setSelectedId(id);
      if (id !== null) void client.readFeature(id);
    },
    draft,
    setDraft,
    finish(shape, finished) {
      setTool(null);
      const geometry = selected?.state.geometry;
      if (finished === 'hole' && shape.type === 'Polygon') {
        if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return;
        const left = cutHole(geometry, shape);
        replaceWith(
          left && [left],
          'That would leave nothing of the shape. To remove it, delete it.',
        );
      } else if (finished === 'split' && shape.type === 'LineString') {
        const pieces = geometry ? piecesOf(geometry, shape.coordinates) : null;
        replaceWith(
          pieces,
          'The line does not cut through the shape. Draw it from outside to outside.',
        );
      } else {
        const change = create(shape);
        if (commit([change])) setSelectedId(change.featureId);
      }
    },
    change,
    changeGeometry: (geometry) =>
      selected && change({ geometry, properties: selected.state.properties }),
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

function piecesOf(geometry: FlatGeometry, line: number[][]): FlatGeometry[] | null {
  switch (geometry.type) {
    case 'Polygon':
    case 'MultiPolygon':
      return splitArea(geometry, line);
    case 'LineString':
      return splitLine(geometry, line);
    case 'MultiLineString':
      return splitLines(geometry, line);
    default:
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
