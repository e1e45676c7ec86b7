import type { MergeSide } from '@refugia/engine/merge/index.ts';
import type { Feature } from 'geojson';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Rectangle } from '../../../map/places.ts';
import type { OpenConflict } from '../state/proposals.ts';
import {
  type ConflictAnswers,
  type ConflictQuestion,
  nextQuestion,
  questionsOf,
} from './conflict-choice.ts';
import { boundsOfQuestion, conflictShapes } from './proposal-shapes.ts';
import { stepInQueue } from './use-queue.ts';

/** A conflict through which a person goes question by question. */
export interface ConflictWalk {
  readonly conflict: OpenConflict;
  readonly questions: readonly ConflictQuestion[];
  readonly answers: ConflictAnswers;
  /** The question that is asked now, from 0. */
  readonly index: number;
  /** Chooses a side for the question that is asked. */
  answer(side: MergeSide): void;
  /** Asks the next question that has no answer yet. */
  goOn(): void;
  /** Asks the next question with 1 and the one before with -1. The ends are joined. */
  step(steps: 1 | -1): void;
}

interface State {
  readonly conflict: OpenConflict;
  readonly questions: readonly ConflictQuestion[];
  readonly answers: ConflictAnswers;
  readonly index: number;
}

/** A walk through a conflict, with what the map draws of it. */
interface ConflictReview {
  readonly walk: ConflictWalk | null;
  readonly shapes: readonly Feature[];
  /** Begins with a conflict, or puts it away with null. */
  open(conflict: OpenConflict | null): void;
}

/**
 * Goes through a conflict. The map draws the result of the answers so far, and the three versions of
 * what is asked.
 * @param fitBounds brings what is asked into view
 */
export function useConflict(fitBounds: (bounds: Rectangle) => void): ConflictReview {
  const [state, setState] = useState<State | null>(null);
  const question = state?.questions[state.index];
  const bringIntoView = useEffectEvent(() => {
    const bounds = question && boundsOfQuestion(question);
    if (bounds) fitBounds(bounds);
  });
  useEffect(() => {
    if (question) bringIntoView();
  }, [question]);
  const shapes = useMemo(() => (state ? conflictShapes(state) : []), [state]);
  const change = (next: (state: State) => Partial<State>) =>
    setState((now) => now && { ...now, ...next(now) });
  return {
    walk: state && {
      ...state,
      answer: (side) => change(({ answers, index }) => ({ answers: answers.with(index, side) })),
      goOn: () => change(({ answers, index }) => ({ index: nextQuestion(answers, index) })),
      step: (steps) =>
        change(({ index, questions }) => ({ index: stepInQueue(index, steps, questions.length) })),
    },
    shapes,
    open: (conflict) => {
      const questions = conflict ? questionsOf(conflict.conflicts) : [];
      const answers = questions.map(() => null);
      setState(conflict && { conflict, questions, answers, index: 0 });
    },
  };
}
