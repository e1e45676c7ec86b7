import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import {
  type Dispute,
  type FeatureState,
  type MergeSide,
  mergeStates,
} from '@refugia/engine/merge/index.ts';
import type { OpenConflict } from '../state/proposals.ts';

export interface ConflictQuestion {
  readonly change: ConflictingChange;
  readonly dispute: Dispute;
}

/** What was chosen for each question, in their order; null where nothing is chosen yet. */
export type ConflictAnswers = readonly (MergeSide | null)[];

/** A conflict through which a person goes question by question. */
export interface ConflictProgress {
  readonly conflict: OpenConflict;
  readonly questions: readonly ConflictQuestion[];
  readonly answers: ConflictAnswers;
  /** The question that is asked now, from 0. */
  readonly index: number;
}

export function questionsOf(conflicts: readonly ConflictingChange[]): ConflictQuestion[] {
  return conflicts.flatMap((change) => change.disputed.map((dispute) => ({ change, dispute })));
}

/** The question to go on with after another: the next unanswered one, from the front again. */
export function nextQuestion(answers: ConflictAnswers, index: number): number {
  const next = answers.findIndex((answer, place) => place > index && answer === null);
  const first = answers.indexOf(null);
  return next >= 0 ? next : first >= 0 ? first : index;
}

function answersFor(
  conflicts: readonly ConflictingChange[],
  change: ConflictingChange,
  answers: ConflictAnswers,
): ConflictAnswers {
  const before = conflicts.slice(0, conflicts.indexOf(change));
  const start = before.reduce((count, { disputed }) => count + disputed.length, 0);
  return change.disputed.map((_, place) => answers[start + place] ?? null);
}

/** A feature as it becomes with the answers so far. What is not answered is as it is at present. */
export function resultOf(
  conflicts: readonly ConflictingChange[],
  change: ConflictingChange,
  answers: ConflictAnswers,
): FeatureState | null {
  const choices = answersFor(conflicts, change, answers).map((answer) => answer ?? 'current');
  return mergeStates(change.states, choices).merged;
}

/** The decision about each feature, or null while a question is unanswered. */
export function resolutionsOf(
  conflicts: readonly ConflictingChange[],
  answers: ConflictAnswers,
): Resolution[] | null {
  const chosen = conflicts.map((change) => ({
    feature_id: change.feature_id,
    revision: change.revision,
    choices: answersFor(conflicts, change, answers).filter((answer) => answer !== null),
  }));
  const isDecided = chosen.every(
    ({ choices }, index) => choices.length === conflicts[index].disputed.length,
  );
  return isDecided ? chosen : null;
}
