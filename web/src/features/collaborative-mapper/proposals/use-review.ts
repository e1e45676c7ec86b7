import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { DecisionRequest } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { makePatch } from '@refugia/engine/merge/index.ts';
import type { FeatureCollection } from 'geojson';
import { useMemo, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';
import { conflictsOf, type OpenConflict } from '../state/open-conflict.ts';
import { editShapes, proposalShapes } from './proposal-shapes.ts';

/** The state of a review of proposals, with its actions. */
export interface Review {
  readonly focusedId: string | null;
  focus(id: string | null): void;
  /** The shapes of proposals that the map draws. */
  readonly shapes: FeatureCollection;
  readonly isBusy: boolean;
  decide(request: DecisionRequest): Promise<void>;
  withdraw(id: string): Promise<void>;
  readonly conflict: OpenConflict | null;
  setConflict(conflict: OpenConflict | null): void;
}

/** Goes through the queue of proposals. */
export function useReview(client: MapClient, { proposals }: MapState): Review {
  const [focusedId, focus] = useState<string | null>(null);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shapes = useMemo(() => {
    const drawn = proposalShapes(proposals, focusedId);
    const inConflict = (conflict?.conflicts ?? []).flatMap(conflictShapes);
    return { ...drawn, features: [...drawn.features, ...inConflict] };
  }, [proposals, focusedId, conflict]);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast('error', failureText(error, 'That did not work. Please try again.'));
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
          settle: (resolutions) => decide({ ...request, resolutions: [...resolutions] }),
        });
      }
    });
  return {
    focusedId,
    focus,
    shapes,
    isBusy,
    decide,
    withdraw: (id) => run(() => client.withdraw(id)),
    conflict,
    setConflict,
  };
}

function conflictShapes({ feature_id: id, states }: ConflictingChange) {
  const { base, current, incoming } = states;
  const patch = makePatch(current, incoming);
  const proposed = patch ? editShapes(id, current, incoming, patch) : [];
  const started = editShapes(id, base, null, { kind: 'edit', attributes: [], geometry: null });
  return [...started, ...proposed];
}
