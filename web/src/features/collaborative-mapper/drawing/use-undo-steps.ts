import type { UndoState } from '@refugia/contract/collaborative-mapper/history.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { isWriting } from '../../../map/is-writing.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import { conflictsOf, type OpenConflict } from '../state/open-conflict.ts';

/** Undo and redo of the owner, and whether there are steps to take. */
export interface UndoSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undoLabel: string;
  readonly redoLabel: string;
  undo(): void;
  redo(): void;
}

const failures = {
  undo: 'The change could not be undone. Please try again.',
  redo: 'The change could not be done again. Please try again.',
};

interface UndoOptions {
  client: MapClient;
  isOwner: boolean;
  isDrawing: boolean;
  /**
   * Called with later changes that conflict with a step, and with a way to take the step all the
   * same.
   */
  onConflict: (conflict: OpenConflict | null) => void;
}

/**
 * Undo and redo of the owner. The server keeps the steps, so that they last across reloads. Ctrl+Z
 * takes a step back, and Ctrl+Shift+Z or Ctrl+Y takes it again. While a shape is being drawn,
 * Ctrl+Z removes its last corner instead.
 */
export function useUndoSteps({
  client,
  isOwner,
  isDrawing,
  onConflict,
}: UndoOptions): UndoSteps | undefined {
  const queries = useQueryClient();
  const underWay = useRef({ count: 0, last: Promise.resolve() });
  const queryKey = ['rrm', client.mapId, 'history', 'undo'];
  const { data } = useQuery<UndoState>({
    queryKey,
    queryFn: ({ signal }) => client.undoState(signal),
    enabled: isOwner,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const takeNow = async (action: 'undo' | 'redo', resolutions?: readonly Resolution[]) => {
    // The steps before may have left none.
    const isLeft = countOf(queries.getQueryData<UndoState>(queryKey), action) > 0;
    if (!isLeft && !resolutions) return;
    try {
      await client.step(action, resolutions);
      if (resolutions) onConflict(null);
    } catch (error) {
      const conflicts = conflictsOf(error);
      if (conflicts.length > 0) {
        onConflict({ conflicts, settle: (chosen) => take(action, chosen) });
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
  const canUndo = countOf(data, 'undo') > 0;
  const canRedo = countOf(data, 'redo') > 0;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || isWriting(event)) return;
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    // A key that is held down takes no more steps than the server can follow.
    if (event.repeat && underWay.current.count > 0) return;
    const action = key === 'y' || event.shiftKey ? 'redo' : 'undo';
    if (action === 'undo' ? canUndo : canRedo) void take(action);
  });
  useEffect(() => {
    if (!isOwner || isDrawing) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOwner, isDrawing]);
  if (!isOwner) return undefined;
  return {
    canUndo,
    canRedo,
    undoLabel: data?.undo ? `Undo: ${data.undo}` : 'Undo',
    redoLabel: data?.redo ? `Redo: ${data.redo}` : 'Redo',
    undo: () => void take('undo'),
    redo: () => void take('redo'),
  };
}

function countOf(state: UndoState | undefined, action: 'undo' | 'redo'): number {
  return (action === 'undo' ? state?.undo_count : state?.redo_count) ?? 0;
}
