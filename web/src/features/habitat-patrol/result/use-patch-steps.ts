import type { ChangeKind } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { fetchPatches } from '../patrol/result-api.ts';

/** Patches are fetched in pages to find the next one that is shown. */
const pageSize = 50;
/** A shorter movement of a finger is no swipe. */
const swipePixels = 48;

interface PatchStepsOptions {
  runId: string;
  patch: RunPatch;
  total: number;
  /** Kinds that the map does not show, whose patches are passed over. */
  hidden: readonly ChangeKind[];
  onChoose: (patch: RunPatch) => void;
}

/** Steps to the previous and the next patch: by calls, arrow keys and a swipe. */
export function usePatchSteps({ runId, patch, total, hidden, onChoose }: PatchStepsOptions) {
  const queries = useQueryClient();
  const card = useRef<HTMLElement>(null);
  const touchStart = useRef<{ x: number; y: number } | null>(null);

  async function step(by: 1 | -1): Promise<void> {
    try {
      const next = await neighbourOf(by);
      if (next) onChoose(next);
    } catch (cause) {
      showFailure(cause, 'The next patch could not be loaded.');
    }
  }

  async function neighbourOf(by: 1 | -1): Promise<RunPatch | undefined> {
    for (let number = patch.id + by; number >= 1 && number <= total; number += by) {
      const offset = Math.floor((number - 1) / pageSize) * pageSize;
      const { patches } = await queries.fetchQuery({
        queryKey: ['changedetection', 'patch-page', runId, offset],
        queryFn: ({ signal }) => fetchPatches(runId, { limit: pageSize, offset }, signal),
        staleTime: Number.POSITIVE_INFINITY,
      });
      const found = patches[number - 1 - offset];
      if (found && !hidden.includes(found.kind)) return found;
    }
    return undefined;
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const isElsewhere =
      target instanceof Node && target !== document.body && !card.current?.contains(target);
    const isTyping = target instanceof HTMLElement && target.matches('textarea, input, select');
    if (isElsewhere || isTyping) return;
    event.preventDefault();
    void step(by);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return {
    card,
    step,
    swipe: {
      onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
        // React tells of presses in a dialog that the card has opened, too.
        const isInside = target instanceof Node && card.current?.contains(target);
        touchStart.current = pointerType === 'touch' && isInside ? { x, y } : null;
      },
      onPointerUp({ clientX, clientY }: PointerEvent) {
        const start = touchStart.current;
        touchStart.current = null;
        if (start === null) return;
        const [across, along] = [clientX - start.x, clientY - start.y];
        if (Math.abs(across) < swipePixels || Math.abs(across) < 2 * Math.abs(along)) return;
        void step(across < 0 ? 1 : -1);
      },
      onPointerCancel() {
        touchStart.current = null;
      },
    },
  };
}
