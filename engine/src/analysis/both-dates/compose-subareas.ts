import {
  addGaps,
  gapNotes,
  Mosaic,
  noGaps,
  type Subarea,
  subareasOf,
  type WorkArea,
} from '../../composite/index.ts';
import { distinctFacts, type RunFact } from '../../facts/run-facts.ts';
import type { AnalysisRequest } from '../types.ts';
import type { Composed, ComposeOptions, Outcome } from './composed.ts';
import { SubareaComposer } from './subarea-composer.ts';
import { SubareasProgress } from './subarea-progress.ts';

/**
 * Subareas that are composed at the same time, so that one computes while another waits for bytes.
 */
const subareasAtOnce = 2;
/**
 * If a larger share of the area cannot be read for temporary reasons, the whole run should be tried
 * again.
 */
const mostUnreadShare = 0.1;

/**
 * Composes a large area by subareas. Each subarea is searched and composed like a small area and
 * copied into the whole. Subareas that an earlier attempt has kept are used again. The result does
 * not depend on the order in which subareas are done. A subarea without a scene or a clear pixel is
 * unobserved and mentioned in the notes. The run fails only if all subareas are. Rejects with
 * AnalysisFailure, or with the signal's reason.
 */
export async function composeSubareas(
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions & { subareaMeters: number },
): Promise<Composed> {
  const { subareaMeters, onProgress = () => {} } = options;
  const subareas = subareasOf(workArea, subareaMeters);
  const mosaic = new Mosaic(workArea);
  const ended = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
  const composer = new SubareaComposer(workArea, mosaic, request, { ...options, signal });

  const done = new Map<Subarea, Outcome>();
  for (const subarea of subareas) {
    const kept = await composer.takeUp(subarea);
    if (kept) done.set(subarea, kept);
  }
  const waiting = subareas.filter((subarea) => !done.has(subarea)).values();
  const progress = new SubareasProgress({ total: subareas.length, resumed: done.size }, onProgress);
  const work = async (): Promise<void> => {
    for (const subarea of waiting) {
      const telling = progress.begin();
      done.set(subarea, await composer.compose(subarea, telling));
      requireReadable([...done.values()], workArea);
      progress.end(telling);
    }
  };
  const workers = Array.from({ length: subareasAtOnce }, () =>
    work().catch((error: unknown) => {
      ended.abort(error);
      throw error;
    }),
  );
  // Waits for both workers, so that none still works when this function rejects.
  await Promise.allSettled(workers);
  composer.close();
  options.signal?.throwIfAborted();
  await Promise.all(workers);
  onProgress({ step: 'compositing' });
  const outcomes = subareas.map((subarea) => done.get(subarea)!);
  requireSome(outcomes);
  const { notes, ...pictures } = mosaic.finish();
  return {
    workArea,
    ...pictures,
    notes: [
      ...composer.choiceNotes(),
      ...failureNotes(outcomes, workArea),
      ...hiddenNotes(outcomes, request, workArea),
      ...notes,
      ...sceneNotes(outcomes),
    ],
  };
}

/** If imagery cannot be reached in many places, it may all be reachable later. */
function requireReadable(outcomes: readonly Outcome[], { pixelCount }: WorkArea): void {
  const unread = outcomes.filter(({ failure }) => failure && !failure.permanent);
  const pixels = unread.reduce((sum, { subarea }) => sum + subarea.workArea.pixelCount, 0);
  if (pixels > mostUnreadShare * pixelCount) throw unread[0].failure;
}

function requireSome(outcomes: readonly Outcome[]): void {
  if (outcomes.some(({ failure }) => failure === undefined)) return;
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  throw failures.find(({ permanent }) => !permanent) ?? failures[0];
}

/** The most notes on scenes. Hundreds of scenes would have hundreds of small problems. */
const mostSceneNotes = 30;
const mostReasons = 5;

/** Why parts of the area cannot be compared, the largest part first. */
function failureNotes(outcomes: readonly Outcome[], { pixelCount }: WorkArea): RunFact[] {
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
function hiddenNotes(
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
function sceneNotes(outcomes: readonly Outcome[]): RunFact[] {
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
