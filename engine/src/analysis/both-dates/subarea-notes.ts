import { addGaps, gapNotes, noGaps, type WorkArea } from '../../composite/index.ts';
import { distinctFacts, type RunFact } from '../../facts/run-facts.ts';
import type { AnalysisRequest } from '../types.ts';
import type { Outcome } from './composed.ts';

/** The most notes on scenes. Hundreds of scenes would have hundreds of small problems. */
const mostSceneNotes = 30;
const mostReasons = 5;

/** Why parts of the area cannot be compared, the largest part first. */
export function failureNotes(outcomes: readonly Outcome[], { pixelCount }: WorkArea): RunFact[] {
  const byReason = new Map<string, { reason: RunFact; pixels: number }>();
  for (const { failure, subarea } of outcomes) {
    if (!failure) continue;
    const reason = failure.fact;
    const key = JSON.stringify(reason);
    const pixels = (byReason.get(key)?.pixels ?? 0) + subarea.workArea.pixelCount;
    byReason.set(key, { reason, pixels });
  }
  const notes = [...byReason.values()]
    .sort((one, other) => other.pixels - one.pixels)
    .map(({ reason, pixels }): RunFact => {
      return { code: 'part-not-compared', params: { share: pixels / pixelCount, reason } };
    });
  return folded(notes, mostReasons, (reasons) => ({
    code: 'further-parts-not-compared',
    params: { reasons },
  }));
}

/** What could not be seen in the subareas that were compared. */
export function hiddenNotes(
  outcomes: readonly Outcome[],
  request: AnalysisRequest,
  workArea: WorkArea,
): RunFact[] {
  const composed = outcomes.flatMap((outcome) => (outcome.failure ? [] : outcome.gaps));
  const before = composed.map((gaps) => gaps.before).reduce(addGaps, noGaps);
  const after = composed.map((gaps) => gaps.after).reduce(addGaps, noGaps);
  return gapNotes({ before, after }, request, workArea);
}

/** The notes on single scenes of all subareas, each once, and at most `mostSceneNotes` of them. */
export function sceneNotes(outcomes: readonly Outcome[]): RunFact[] {
  const notes = outcomes.flatMap((outcome) => (outcome.failure ? [] : outcome.notes));
  return folded(distinctFacts(notes), mostSceneNotes, (further) => ({
    code: 'further-scene-notes',
    params: { notes: further },
  }));
}

function folded(
  notes: readonly RunFact[],
  most: number,
  asFurther: (count: number) => RunFact,
): RunFact[] {
  if (notes.length <= most) return [...notes];
  return [...notes.slice(0, most), asFurther(notes.length - most)];
}
