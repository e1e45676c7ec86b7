import { addGaps, gapNotes, noGaps, snowNotes, type WorkArea } from '../../composite/index.ts';
import type { AnalysisRequest } from '../types.ts';
import type { Outcome } from './composed.ts';

/** The most notes on scenes. Hundreds of scenes would have hundreds of small problems. */
const mostSceneNotes = 30;
const mostReasons = 5;

/** Sentences on why parts of the area cannot be compared, the largest part first. */
export function failureNotes(outcomes: readonly Outcome[], { pixelCount }: WorkArea): string[] {
  const pixelsByReason = new Map<string, number>();
  for (const { failure, piece } of outcomes) {
    if (!failure) continue;
    const known = pixelsByReason.get(failure.message) ?? 0;
    pixelsByReason.set(failure.message, known + piece.workArea.pixelCount);
  }
  const notes = [...pixelsByReason]
    .sort((one, other) => other[1] - one[1])
    .map(
      ([reason, pixels]) =>
        `${percent(pixels / pixelCount)} of the area could not be compared: ${reason}`,
    );
  return folded(notes, mostReasons, 'further reasons why parts of the area could not be compared');
}

/** Sentences on what could not be seen in the pieces that were compared. */
export function hiddenNotes(
  outcomes: readonly Outcome[],
  { beforeDate, afterDate }: AnalysisRequest,
  workArea: WorkArea,
): string[] {
  const composed = outcomes.flatMap((outcome) => (outcome.failure ? [] : outcome.gaps));
  const before = composed.map((gaps) => gaps.before).reduce(addGaps, noGaps);
  const after = composed.map((gaps) => gaps.after).reduce(addGaps, noGaps);
  return [
    ...gapNotes(
      [
        [beforeDate, before],
        [afterDate, after],
      ],
      workArea,
    ),
    ...snowNotes(before, workArea),
  ];
}

/** The notes on single scenes of all pieces, each once, and at most `mostSceneNotes` of them. */
export function sceneNotes(outcomes: readonly Outcome[]): string[] {
  const notes = outcomes.flatMap((outcome) => (outcome.failure ? [] : outcome.notes));
  return folded([...new Set(notes)], mostSceneNotes, 'further notes like these on single scenes');
}

function folded(notes: readonly string[], most: number, rest: string): string[] {
  if (notes.length <= most) return [...notes];
  return [...notes.slice(0, most), `There are ${notes.length - most} ${rest}.`];
}

function percent(share: number): string {
  return share < 0.01 ? 'Less than 1 %' : `${Math.round(share * 100)} %`;
}
