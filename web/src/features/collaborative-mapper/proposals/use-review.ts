import type { DecisionRequest } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { MergeSide } from '@refugia/engine/merge/index.ts';
import type { FeatureCollection } from 'geojson';
import { useMemo, useState } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { Rectangle } from '../../../map/places.ts';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { conflictsOf, type OpenConflict } from '../state/proposals.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { type ConflictProgress, nextQuestion, questionsOf } from './conflict-choice.ts';
import {
  boundsOfProposal,
  boundsOfQuestion,
  conflictShapes,
  proposalShapes,
} from './proposal-shapes.ts';
import { stepInQueue, useQueue } from './use-queue.ts';

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

export type ConflictWalk = NonNullable<ReturnType<typeof useConflict>['walk']>;

/** Goes through a conflict. The map draws the result so far and the versions in question. */
function useConflict(fitBounds: (bounds: Rectangle) => void) {
  const [progress, setProgress] = useState<ConflictProgress | null>(null);
  const question = progress?.questions[progress.index];
  useOnChange(question, () => {
    const bounds = question && boundsOfQuestion(question);
    if (bounds) fitBounds(bounds);
  });
  const shapes = useMemo(() => (progress ? conflictShapes(progress) : []), [progress]);
  const change = (next: (progress: ConflictProgress) => Partial<ConflictProgress>) =>
    setProgress((now) => now && { ...now, ...next(now) });
  return {
    walk: progress && {
      ...progress,
      answer: (side: MergeSide) =>
        change(({ answers, index }) => ({ answers: answers.with(index, side) })),
      goOn: () => change(({ answers, index }) => ({ index: nextQuestion(answers, index) })),
      step: (steps: 1 | -1) =>
        change(({ index, questions }) => ({ index: stepInQueue(index, steps, questions.length) })),
    },
    shapes,
    /** Begins with a conflict, or puts it away with null. */
    open(conflict: OpenConflict | null) {
      const questions = conflict ? questionsOf(conflict.conflicts) : [];
      const answers = questions.map(() => null);
      setProgress(conflict && { conflict, questions, answers, index: 0 });
    },
  };
}
