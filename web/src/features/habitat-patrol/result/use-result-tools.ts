import type { ChangeKind } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MapPosition } from '../../../map/map-position.ts';
import { runIdOf, type ViewOfRun, viewOfRun } from '../address/patrol-view.ts';
import { patchQuery } from '../patrol/result-api.ts';
import type { PatrolScreen } from '../patrol/use-patrol.ts';
import { moveToPatch } from '../state/camera.ts';
import type { PatrolState } from '../state/patrol-state.ts';

export type ResultTools = ReturnType<typeof useResultTools>;

interface CameraOfTools {
  position: () => MapPosition | null;
  /** The starting position of the line between before and after, as a share of the map's width. */
  middleShare: () => number;
}

/** The tools of a person on a shown result. Another result resets them. */
export function useResultTools(
  { state, view, setView, arrival, onCamera }: PatrolScreen,
  { position, middleShare }: CameraOfTools,
) {
  const runId = runIdOf(state);
  const { swipeShare, patchId, hiddenKinds } = viewOfRun(runId, view);
  const { patch, details, remember } = usePatch(state, patchId);
  const change = (part: Partial<ViewOfRun>) =>
    setView((current) => ({ ...current, ofRun: { ...viewOfRun(runId, current), ...part } }));

  const arrivedAt = useRef<typeof arrival | null>(null);
  useEffect(() => {
    if (patch === null || patch.id !== arrival.ofRun.patchId) return;
    if (arrivedAt.current === arrival) return;
    arrivedAt.current = arrival;
    if (arrival.position === null) onCamera(moveToPatch(patch));
  }, [patch, arrival, onCamera]);

  return {
    /** The line between before and after, as a share of the map's width; null without a line. */
    swipeShare,
    patch,
    /** The marked patch with its outline, or null until that has loaded. */
    details,
    /** Whether it is the patch of the address by which a person came here. */
    isArrival: patch !== null && patch.id === arrival.ofRun.patchId,
    hiddenKinds,
    onHiddenKinds: (kinds: ChangeKind[]) =>
      // A mark on a hidden patch would be confusing, so it is removed.
      change({
        hiddenKinds: kinds,
        ...(patch !== null && kinds.includes(patch.kind) && { patchId: null }),
      }),
    /** Marks a patch that is in view already, or none. */
    onPatchMark: (next: RunPatch | null) => {
      remember(next);
      change({ patchId: next?.id ?? null });
      // The address gets the position at which the patch was clicked, so that a link shows the
      // patch without a flight.
      if (next !== null) {
        setView((current) => ({ ...current, position: current.position ?? position() }));
      }
    },
    onSwipe: (share: number) => change({ swipeShare: share }),
    onSwipeToggle: (isOn: boolean) => change({ swipeShare: isOn ? middleShare() : null }),
    /** Marks a patch and flies there. */
    onPatch: (next: RunPatch) => {
      remember(next);
      // The flight ends with the patch in the middle, so the line between the dates moves there.
      change({ patchId: next.id, ...(swipeShare !== null && { swipeShare: middleShare() }) });
      onCamera(moveToPatch(next));
    },
  };
}

/** A chosen patch is known before its outline, and a patch of the address is fetched with it. */
function usePatch(state: PatrolState, patchId: number | null) {
  const runId = runIdOf(state);
  const [known, remember] = useState<RunPatch | null>(null);
  const { data } = useQuery({
    ...patchQuery(runId ?? '', patchId ?? 0),
    enabled: state.phase === 'shown' && patchId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const details = patchId === null ? null : (data ?? null);
  const chosen = known?.id === patchId ? known : null;
  return { patch: details?.patch ?? chosen, details, remember };
}
