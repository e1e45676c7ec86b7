import type { ChangeKind } from '@refugia/contract/habitat-patrol.ts';
import type { Patch } from '@refugia/contract/run-patches.ts';
import { useCallback, useState } from 'react';
import type { MapInsets } from '../../map/map-canvas.tsx';
import type { CameraEffect } from './look-at-area.ts';
import { flightToPatch } from './patch-flight.ts';
import type { PatrolState } from './patrol-state.ts';

/** What a person does with a shown result on the map; another result begins anew. */
export interface ResultTools {
  /** Where the line between before and after stands, 0 to 1 of the map's width; null without it. */
  readonly swipeShare: number | null;
  readonly onSwipe: (share: number) => void;
  readonly onSwipeToggle: (isOn: boolean) => void;
  /** The patch that is marked. */
  readonly patch: Patch | null;
  /** Marks a patch and flies there. */
  readonly onPatch: (patch: Patch) => void;
  /** Marks a patch that is in view already, or none. */
  readonly onPatchMark: (patch: Patch | null) => void;
  /** Kinds of change that the map does not show. */
  readonly hiddenKinds: readonly ChangeKind[];
  readonly onHiddenKinds: (kinds: ChangeKind[]) => void;
}

interface Chosen {
  readonly runId: string;
  readonly swipeShare: number | null;
  readonly patch: Patch | null;
  readonly hiddenKinds: readonly ChangeKind[];
}

const untouched = { swipeShare: null, patch: null, hiddenKinds: [] } as const;

export function useResultTools(
  state: PatrolState,
  onCamera: (effect: CameraEffect) => void,
  insets: () => MapInsets,
): ResultTools {
  const runId = state.phase === 'shown' ? state.runId : '';
  const [kept, setKept] = useState<Chosen>({ runId, ...untouched });
  const chosen = kept.runId === runId ? kept : { runId, ...untouched };
  const { swipeShare, patch, hiddenKinds } = chosen;
  return {
    swipeShare,
    patch,
    hiddenKinds,
    onHiddenKinds: (kinds) =>
      setKept({
        ...chosen,
        hiddenKinds: kinds,
        // A mark on what can't be seen would puzzle.
        patch: patch !== null && kinds.includes(patch.kind) ? null : patch,
      }),
    onPatchMark: (next) => setKept({ ...chosen, patch: next }),
    onSwipe: (share) => setKept({ ...chosen, swipeShare: share }),
    // The line begins in the middle of what the panel leaves free.
    onSwipeToggle: (isOn) =>
      setKept({
        ...chosen,
        swipeShare: isOn ? (insets().left / window.innerWidth + 1) / 2 : null,
      }),
    onPatch: useCallback(
      (next: Patch) => {
        setKept((before) => ({
          ...(before.runId === runId ? before : { runId, ...untouched }),
          patch: next,
        }));
        onCamera(flightToPatch(next));
      },
      [runId, onCamera],
    ),
  };
}
