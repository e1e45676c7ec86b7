import type { DecisionRequest } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FeatureCollection } from 'geojson';
import { useMemo, useState } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { Rectangle } from '../../../map/places.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { conflictsOf } from '../state/proposals.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { boundsOfProposal, proposalShapes } from './proposal-shapes.ts';
import { useConflict } from './use-conflict.ts';
import { useQueue } from './use-queue.ts';

export type Review = ReturnType<typeof useReview>;

/** Goes through the queue of proposals, and through a conflict that comes up. */
export function useReview(fitBounds: (bounds: Rectangle) => void) {
  const { client, state } = useOpenMap();
  const { proposals } = state;
  const queue = useQueue(proposals);
  const [isShowWanted, setShowing] = useState(false);
  const { current } = queue;
  const isShowing = isShowWanted && current !== null;
  const focusedId = isShowing ? current.id : null;
  // The first proposal that comes into an empty queue does not move the map.
  if (isShowWanted && current === null) setShowing(false);
  useOnChange(focusedId, () => {
    const bounds = isShowing && boundsOfProposal(current);
    if (bounds) fitBounds(bounds);
  });
  const { walk, shapes: inConflict, open: setConflict } = useConflict(fitBounds);
  const [isBusy, setBusy] = useState(false);
  const shapes = useMemo((): FeatureCollection => {
    const drawn = proposalShapes(proposals, focusedId);
    return { ...drawn, features: [...drawn.features, ...inConflict] };
  }, [proposals, focusedId, inConflict]);

  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      showFailure(error, 'That did not work. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  const decide = (request: DecisionRequest): Promise<void> =>
    run(async () => {
      try {
        const { conflicts } = await client.decide(request);
        setConflict(null);
        if (conflicts.length > 0) {
          const count = new Set(conflicts.map(({ proposal }) => proposal)).size;
          showToast(
            'warning',
            `${count === 1 ? 'One proposal is' : `${count} proposals are`} in conflict with the map and stay open.`,
          );
        }
      } catch (error) {
        const conflicts = conflictsOf(error);
        if (conflicts.length === 0) throw error;
        setConflict({
          conflicts,
          decide: (resolutions) => decide({ ...request, resolutions: [...resolutions] }),
        });
      }
    });
  return {
    queue,
    /** Whether the map shows all changes of the proposal that the queue shows. */
    isShowing,
    setShowing,
    shapes,
    isBusy,
    decide,
    withdraw: (id: string) => run(() => client.withdraw(id)),
    conflict: walk,
    setConflict,
  };
}
