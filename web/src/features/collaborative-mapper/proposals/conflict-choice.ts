import type {
  ConflictingChange,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { type Conflict, type MergeSide, resolveConflicts } from '@refugia/engine/merge/index.ts';

/** What a person has to choose in a conflict: the whole feature, its shape, or an attribute. */
export type ConflictQuestion =
  | { readonly kind: 'feature' }
  | { readonly kind: 'geometry' }
  | { readonly kind: 'attribute'; readonly name: string };

/** The chosen side of each question, by the question's key. */
export type ConflictAnswers = ReadonlyMap<string, MergeSide>;

/** The questions that a conflict about one feature raises. */
export function questionsOf({ conflicts }: ConflictingChange): ConflictQuestion[] {
  return conflicts.map(questionOf);
}

function questionOf(conflict: Conflict): ConflictQuestion {
  switch (conflict.kind) {
    case 'created-twice':
    case 'edit-against-delete':
      return { kind: 'feature' };
    case 'attribute':
      return { kind: 'attribute', name: conflict.name };
    case 'geometry-replaced':
    case 'same-run':
    case 'sweeps-overlap':
    case 'invalid-shape':
      return { kind: 'geometry' };
  }
}

/** A text that identifies a question of a conflict. */
export function keyOfQuestion(featureId: string, question: ConflictQuestion): string {
  const name = question.kind === 'attribute' ? question.name : '';
  return JSON.stringify([featureId, question.kind, name]);
}

/** The feature as a person wants it, or null while a question is unanswered. */
export function resolutionOf(
  change: ConflictingChange,
  answers: ConflictAnswers,
): Resolution | null {
  const { feature_id, revision, conflicts, states, partial } = change;
  const questions = questionsOf(change);
  const answerTo = (question: ConflictQuestion) => answers.get(keyOfQuestion(feature_id, question));
  if (questions.some((question) => answerTo(question) === undefined)) return null;
  const attributes = questions.flatMap((question) =>
    question.kind === 'attribute' ? [{ name: question.name, side: answerTo(question)! }] : [],
  );
  const geometry = answerTo({ kind: 'geometry' });
  const whole = answerTo({ kind: 'feature' });
  const feature = resolveConflicts(
    { kind: 'conflict', conflicts, states, partial },
    { attributes, ...(geometry && { geometry }), ...(whole && { feature: whole }) },
  );
  return { feature_id, revision, feature };
}
