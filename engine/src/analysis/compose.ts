import {
  buildComposites,
  type CompositePair,
  chooseWideArea,
  chooseWorkArea,
  defaultChunkMeters,
  gapNotes,
  matchFills,
  type PicturePair,
  pictureNotes,
  SceneFiles,
  snowNotes,
  type WorkArea,
} from '../composite/index.ts';
import type { Scene } from '../source/scene.ts';
import { composePieces } from './compose-pieces.ts';
import {
  defaultWindowDays,
  findScenes,
  foundScenes,
  noneAllowedSentence,
  noScenesSentence,
  type SceneSource,
  type SearchedScenes,
  unknownNotes,
} from './find-scenes.ts';
import { AnalysisFailure, type AnalysisProgress, type AnalysisRequest } from './types.ts';

export interface ComposeOptions extends SceneSource {
  /** Days before and after each date in which scenes are looked for. */
  windowDays?: number;
  /** A wider or higher area is composed in pieces of at most this size. */
  chunkMeters?: number;
  /** What a search for the whole area has found before: it is not asked for again. */
  searched?: SearchedScenes | undefined;
  /** Where the pieces of a large area are kept for a later attempt; who gives the folder removes it. */
  keptFolder?: string | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: AnalysisProgress) => void;
}

/** The pictures of both dates, and what a reader of the result should know of them. */
export interface Composed {
  readonly workArea: WorkArea;
  readonly pair: PicturePair;
  /** What to look for change in: the same, but where many days had to be made comparable. */
  readonly comparable: PicturePair;
  readonly notes: readonly string[];
}

/**
 * From an area and two dates to two pictures that can be compared: the search for scenes, and the
 * composites. A large area, or a scattered one, is composed piece by piece, each like an area of its
 * own. Rejects with AnalysisFailure, TransportError, or the signal's reason.
 */
export async function compose(
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<Composed> {
  const { onProgress = () => {}, chunkMeters = defaultChunkMeters } = options;
  onProgress({ step: 'searching' });
  const composed = await composeArea(request, { ...options, chunkMeters });
  return { ...composed, notes: [...composed.notes, ...pictureNotes(composed.pair)] };
}

async function composeArea(
  request: AnalysisRequest,
  options: ComposeOptions & { chunkMeters: number },
): Promise<Composed> {
  const { chunkMeters, transport, signal } = options;
  const wide = chooseWideArea(request.area, { chunkMeters });
  if (wide) return composePieces(wide, request, options);
  const [before, after] = await Promise.all([
    scenesFor('before', request, options),
    scenesFor('after', request, options),
  ]);
  const scenes = [...before.scenes, ...after.scenes];
  const workArea = await chooseWorkArea({ area: request.area, scenes, transport, signal });
  return workArea.layout.runs
    ? composePieces(workArea, request, options)
    : composeAtOnce({ before, after }, workArea, request, options);
}

interface DateScenes {
  readonly scenes: readonly Scene[];
  readonly notes: readonly string[];
}

async function composeAtOnce(
  { before, after }: Record<'before' | 'after', DateScenes>,
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<Composed> {
  const pair = await composePair({ before, after }, workArea, request, options);
  return {
    workArea,
    pair,
    comparable: pair,
    notes: [
      ...gapNotes(
        [
          [request.beforeDate, pair.gaps.before],
          [request.afterDate, pair.gaps.after],
        ],
        workArea,
      ),
      ...snowNotes(pair.gaps.before, workArea),
      ...before.notes,
      ...after.notes,
      ...pair.notes,
    ],
  };
}

/** The pictures of both dates, their fills matched. */
async function composePair(
  { before, after }: Record<'before' | 'after', DateScenes>,
  workArea: WorkArea,
  { beforeDate, afterDate }: AnalysisRequest,
  { transport, signal, onProgress = () => {} }: ComposeOptions,
): Promise<CompositePair> {
  const files = new SceneFiles(transport, signal);
  try {
    const pair = await buildComposites({
      beforeDate,
      afterDate,
      beforeScenes: before.scenes,
      afterScenes: after.scenes,
      workArea,
      transport,
      files,
      signal,
      onSurvey: ({ done, total }) =>
        onProgress({ step: 'searching', done, total, share: done / total }),
      onProgress: (progress) => onProgress({ step: 'reading', ...progress }),
    });
    onProgress({ step: 'compositing' });
    await matchFills(pair, files.runnerFor(workArea.mask.length));
    return pair;
  } finally {
    files.close();
  }
}

async function scenesFor(
  role: 'before' | 'after',
  { area, beforeDate, afterDate, scenes: choices }: AnalysisRequest,
  options: ComposeOptions,
): Promise<DateScenes> {
  const { windowDays = defaultWindowDays, searched, signal } = options;
  const [date, otherDate] = role === 'before' ? [beforeDate, afterDate] : [afterDate, beforeDate];
  const wanted = { date, otherDate, choice: choices?.[role] };
  const found = searched
    ? foundScenes(searched[role], wanted)
    : await findScenes(options, { ...wanted, area, windowDays, signal });
  if (found.scenes.length === 0) {
    const reason = noScenesSentence({ date, otherDate, windowDays }, found);
    throw new AnalysisFailure(reason, { permanent: true });
  }
  if (found.allowed.length === 0) {
    throw new AnalysisFailure(noneAllowedSentence(date, found), { permanent: true });
  }
  return {
    scenes: found.allowed,
    notes: [...found.notes, ...unknownNotes(found.unknownIds, date)],
  };
}
