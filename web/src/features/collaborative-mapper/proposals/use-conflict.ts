import type { MergeSide } from '@refugia/engine/merge/index.ts';
import { useMemo, useState } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { OpenConflict } from '../state/proposals.ts';
import { type ConflictProgress, nextQuestion, questionsOf } from './conflict-choice.ts';
import { boundsOfQuestion, conflictShapes } from './proposal-shapes.ts';
import { stepInQueue } from './use-queue.ts';

export type ConflictWalk = NonNullable<ReturnType<typeof useConflict>['walk']>;

/** Goes through a conflict. The map draws the result so far and the versions in question. */
export function useConflict(fitBounds: (bounds: Rectangle) => void) {
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
