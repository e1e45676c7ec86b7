import type { UndoState } from '@refugia/contract/collaborative-mapper/history.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useUndoKeys } from '../../../map/shortcuts/shortcuts.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { listKey } from '../calls/map-lists.ts';
import { conflictsOf, type OpenConflict } from '../state/proposals.ts';
import { useOpenMap } from '../workspace/open-map.ts';

export type UndoSteps = NonNullable<ReturnType<typeof useUndoSteps>>;

const failures = {
  undo: 'The change could not be undone. Please try again.',
  redo: 'The change could not be done again. Please try again.',
};

interface UndoOptions {
  isDrawing: boolean;
  /** Called with later changes that conflict with a step, and a way to take it all the same. */
  onConflict: (conflict: OpenConflict | null) => void;
}

/**
 * Undo and redo of the owner. The server keeps the steps, so that they last across reloads. While a
 * shape is being drawn, Ctrl+Z removes its last corner instead.
 */
export function useUndoSteps({ isDrawing, onConflict }: UndoOptions) {
  const { client, state, isOwner } = useOpenMap();
  const queries = useQueryClient();
  const underWay = useRef({ count: 0, last: Promise.resolve() });
  const queryKey = [...listKey(client.mapId, 'history'), 'undo'];
  const { data, isFetching } = useQuery<UndoState>({
    queryKey,
    queryFn: ({ signal }) => client.undoState(signal),
    enabled: isOwner,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const takeNow = async (action: 'undo' | 'redo', resolutions?: readonly Resolution[]) => {
    try {
      await client.step(action, resolutions);
      if (resolutions) onConflict(null);
    } catch (error) {
      // This browser may not know yet whether there is a step, so the server was asked for one.
      if (isNothingLeft(error)) return;
      const conflicts = conflictsOf(error);
      if (conflicts.length > 0) {
        onConflict({ conflicts, decide: (chosen) => take(action, chosen) });
      } else showToast('warning', failureText(error, failures[action]));
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  // A step waits for those before it, and none is lost to a quick second press.
  const take = (action: 'undo' | 'redo', resolutions?: readonly Resolution[]): Promise<void> => {
    const steps = underWay.current;
    steps.count += 1;
    steps.last = steps.last
      .then(() => takeNow(action, resolutions))
      .finally(() => {
        steps.count -= 1;
      });
    return steps.last;
  };
  // A step under way disables nothing: a button that is disabled for a moment loses the focus.
  useUndoKeys((step, event) => {
    // A key that is held down takes no more steps than the server can follow.
    if (!event.repeat || underWay.current.count === 0) void take(step);
  }, isOwner && !isDrawing);
  if (!isOwner) return undefined;
  return {
    // While a change is on its way, or its step is not known yet, there may soon be a step to undo.
    canUndo: (data?.undo_count ?? 0) > 0 || state.pending.length > 0 || isFetching,
    canRedo: (data?.redo_count ?? 0) > 0,
    undoLabel: data?.undo ? `Undo: ${data.undo}` : 'Undo',
    redoLabel: data?.redo ? `Redo: ${data.redo}` : 'Redo',
    undo: () => void take('undo'),
    redo: () => void take('redo'),
  };
}

function isNothingLeft(error: unknown): boolean {
  return error instanceof RequestRefusedError && error.code.startsWith('nothing_to_');
}
