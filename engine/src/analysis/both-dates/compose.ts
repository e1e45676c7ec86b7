import {
  type CompositePair,
  chooseWideArea,
  chooseWorkArea,
  gapNotes,
  matchFills,
  pictureNotes,
  SceneFiles,
  type WorkArea,
} from '../../composite/index.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import { defaultSubareaMeters } from '../../geo/work-pixels.ts';
import { type FoundPair, type Role, unknownNotes } from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import { composePair, findFor, requireScenes } from './compose-pair.ts';
import { composeSubareas } from './compose-subareas.ts';
import type { Composed, ComposeOptions } from './composed.ts';

/**
 * Makes two comparable pictures of an area and two dates. It searches for scenes and builds the
 * composites. A large or scattered area is composed by subareas, each like an area of its own.
 * Rejects with AnalysisFailure, TransportError, or the signal's reason.
 */
export async function compose(
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<Composed> {
  const { onProgress = () => {}, subareaMeters = defaultSubareaMeters } = options;
  onProgress({ step: 'searching' });
  const composed = await composeArea(request, { ...options, subareaMeters });
  return { ...composed, notes: [...composed.notes, ...pictureNotes(composed.pair)] };
}

async function composeArea(
  request: AnalysisRequest,
  options: ComposeOptions & { subareaMeters: number },
): Promise<Composed> {
  const { subareaMeters, transport, signal } = options;
  const { area } = request;
  const wide = chooseWideArea(area, { subareaMeters });
  if (wide) return composeSubareas(wide, request, options);
  const find = async (role: Role) =>
    requireScenes(role, await findFor(role, area, request, options), request, options);
  const [before, after] = await Promise.all([find('before'), find('after')]);
  const scenes = [...before.allowed, ...after.allowed];
  const workArea = await chooseWorkArea({ area, scenes, transport, signal });
  return workArea.layout.spans
    ? composeSubareas(workArea, request, options)
    : composeAtOnce({ before, after }, workArea, request, options);
}

/** Composes a small area as one subarea. */
async function composeAtOnce(
  found: FoundPair,
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<Composed> {
  const { transport, signal, onProgress = () => {} } = options;
  const files = new SceneFiles(transport, signal);
  try {
    const pair = await composePair(found, request, {
      workArea,
      files,
      transport,
      signal,
      onSurvey: ({ done, total }) =>
        onProgress({ step: 'searching', done, total, share: done / total }),
      onProgress: (progress) => onProgress({ step: 'reading', ...progress }),
    });
    onProgress({ step: 'compositing' });
    await matchFills(pair, files.runnerFor(workArea.mask.length));
    const notes = notesOn(pair, found, workArea, request);
    return { workArea, pair, comparable: pair, notes };
  } finally {
    files.close();
  }
}

function notesOn(
  { gaps, notes }: CompositePair,
  { before, after }: FoundPair,
  workArea: WorkArea,
  request: AnalysisRequest,
): RunFact[] {
  return [
    ...gapNotes(gaps, request, workArea),
    ...before.notes,
    ...unknownNotes(before.unknownIds, request.startDate),
    ...after.notes,
    ...unknownNotes(after.unknownIds, request.endDate),
    ...notes,
  ];
}
