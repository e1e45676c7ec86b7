import {
  addGaps,
  buildComposites,
  type Chunk,
  type CompositePair,
  chunksOf,
  gapNotes,
  Mosaic,
  matchFills,
  noGaps,
  outlineOf,
  SceneFiles,
  snowNotes,
  type WorkArea,
} from '../composite/index.ts';
import type { Scene } from '../source/scene.ts';
import { defaultCollections } from '../source/search.ts';
import type { Composed, ComposeOptions } from './compose.ts';
import {
  defaultWindowDays,
  findScenes,
  noneAllowedSentence,
  noScenesSentence,
  unknownNotes,
} from './find-scenes.ts';
import { asFailure } from './run-failure.ts';
import { AnalysisFailure, type AnalysisRequest } from './types.ts';

/** Pieces under way at the same time: while one waits for bytes, another computes. */
const piecesAtOnce = 2;
/** When so much of the area can't be read for passing reasons, the whole run shall be tried again. */
const mostUnreadShare = 0.1;
/** Where one collection leaves more of a piece without a clear pixel, the others are asked, too. */
const mostLackingShare = 0.02;
/** Hundreds of scenes have hundreds of little troubles. */
const mostSceneNotes = 30;
const mostReasons = 5;

type Role = 'before' | 'after';

interface ComposedPiece {
  readonly pair: CompositePair;
  readonly notes: readonly string[];
}

/** What was found out about one piece. */
type Outcome =
  | {
      readonly chunk: Chunk;
      readonly notes: readonly string[];
      readonly gaps: CompositePair['gaps'];
      readonly failure: undefined;
    }
  | { readonly chunk: Chunk; readonly failure: AnalysisFailure };

/**
 * Composes a large area piece by piece: each is searched and composed like a small area, and laid
 * into the whole. A piece that has no scene or no clear pixel on a date is unobserved and told in the
 * notes; only when all are does the run fail. Rejects with AnalysisFailure, or the signal's reason.
 */
export async function composePieces(
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions & { chunkMeters: number },
): Promise<Composed> {
  const { chunkMeters, onProgress = () => {} } = options;
  const chunks = chunksOf(workArea, chunkMeters);
  const mosaic = new Mosaic(workArea);
  const outcomes: Outcome[] = [];
  const ended = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
  const pieces = new PieceComposer(request, { ...options, signal });

  const work = async (queue: Iterator<Chunk>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const outcome = await pieces.compose(next.value, mosaic);
      outcomes.push(outcome);
      requireReadable(outcomes, workArea);
      onProgress({ step: 'reading', done: outcomes.length, total: chunks.length, of: 'places' });
    }
  };
  onProgress({ step: 'reading', done: 0, total: chunks.length, of: 'places' });
  const queue = chunks.values();
  const workers = Array.from({ length: piecesAtOnce }, () =>
    work(queue).catch((error: unknown) => {
      ended.abort(error);
      throw error;
    }),
  );
  // Nothing works on once this has rejected.
  await Promise.allSettled(workers);
  pieces.close();
  options.signal?.throwIfAborted();
  await Promise.all(workers);
  onProgress({ step: 'compositing' });
  requireSome(outcomes);
  const { notes, ...pictures } = mosaic.finish();
  return {
    workArea,
    ...pictures,
    notes: [
      ...pieces.choiceNotes(),
      ...failureNotes(outcomes, workArea),
      ...hiddenNotes(outcomes, request, workArea),
      ...notes,
      ...sceneNotes(outcomes),
    ],
  };
}

/** Searches and composes pieces, which share the scenes' files. */
class PieceComposer {
  readonly #request: AnalysisRequest;
  readonly #options: ComposeOptions & { signal: AbortSignal };
  readonly #files: SceneFiles;
  /** Scenes that were chosen and that no piece has found yet; undefined before the first search. */
  readonly #unknownIds: Record<Role, readonly string[] | undefined>;

  constructor(request: AnalysisRequest, options: ComposeOptions & { signal: AbortSignal }) {
    this.#request = request;
    this.#options = options;
    this.#files = new SceneFiles(options.transport, options.signal, { keepsCoarseImages: true });
    this.#unknownIds = { before: undefined, after: undefined };
  }

  async compose(chunk: Chunk, mosaic: Mosaic): Promise<Outcome> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    try {
      const { pair, notes } = await this.#composeFrugally(chunk.workArea);
      matchFills(pair);
      mosaic.add(chunk, pair);
      return { chunk, failure: undefined, gaps: pair.gaps, notes: [...notes, ...pair.notes] };
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error);
      if (!(failure instanceof AnalysisFailure)) throw failure;
      return { chunk, failure };
    }
  }

  close(): void {
    this.#files.close();
  }

  /** Sentences on chosen scenes that are nowhere in the area. */
  choiceNotes(): string[] {
    const { beforeDate, afterDate } = this.#request;
    return [
      ...unknownNotes(this.#unknownIds.before ?? [], beforeDate),
      ...unknownNotes(this.#unknownIds.after ?? [], afterDate),
    ];
  }

  /**
   * Collections list the same acquisitions over again, and entries of hundreds of pieces are as heavy as
   * the imagery: only the preferred one is asked where it is enough.
   */
  async #composeFrugally(workArea: WorkArea): Promise<ComposedPiece> {
    const { collections = defaultCollections } = this.#options;
    if (collections.length > 1 && this.#request.scenes === undefined) {
      const composed = await this.#compose(workArea, collections.slice(0, 1)).catch(
        (error: unknown) => {
          if (!(asFailure(error) instanceof AnalysisFailure)) throw error;
          return undefined;
        },
      );
      if (composed && !lacksMuch(composed.pair, workArea)) return composed;
    }
    return this.#compose(workArea, collections);
  }

  async #compose(workArea: WorkArea, collections: readonly string[]): Promise<ComposedPiece> {
    const { transport, signal } = this.#options;
    const { beforeDate, afterDate } = this.#request;
    const [before, after] = await Promise.all([
      this.#scenesFor('before', workArea, collections),
      this.#scenesFor('after', workArea, collections),
    ]);
    const pair = await buildComposites({
      beforeDate,
      afterDate,
      beforeScenes: before.scenes,
      afterScenes: after.scenes,
      workArea,
      transport,
      files: this.#files,
      signal,
    });
    return { pair, notes: [...before.notes, ...after.notes] };
  }

  async #scenesFor(
    role: Role,
    { grid }: WorkArea,
    collections: readonly string[],
  ): Promise<{ scenes: readonly Scene[]; notes: readonly string[] }> {
    const { windowDays = defaultWindowDays, signal } = this.#options;
    const { beforeDate, afterDate } = this.#request;
    const [date, otherDate] = role === 'before' ? [beforeDate, afterDate] : [afterDate, beforeDate];
    const choice = this.#request.scenes?.[role];
    const area = outlineOf(grid);
    const source = { ...this.#options, collections };
    const found = await findScenes(source, {
      area,
      date,
      otherDate,
      choice,
      windowDays,
      signal,
    });
    const stillUnknown = new Set(found.unknownIds);
    this.#unknownIds[role] = (this.#unknownIds[role] ?? found.unknownIds).filter((id) =>
      stillUnknown.has(id),
    );
    if (found.scenes.length === 0) {
      const reason = noScenesSentence({ date, otherDate, windowDays }, found);
      throw new AnalysisFailure(reason, { permanent: true });
    }
    if (found.allowed.length === 0) {
      throw new AnalysisFailure(noneAllowedSentence(date, found), { permanent: true });
    }
    return { scenes: found.allowed, notes: found.notes };
  }
}

function lacksMuch({ gaps: { before, after } }: CompositePair, { pixelCount }: WorkArea): boolean {
  const most = mostLackingShare * pixelCount;
  return [before, after].some(({ clouded, unshown }) => clouded + unshown > most);
}

/** Imagery that can't be reached in many places may be reached later, everywhere. */
function requireReadable(outcomes: readonly Outcome[], { pixelCount }: WorkArea): void {
  const unread = outcomes.filter(({ failure }) => failure && !failure.permanent);
  const pixels = unread.reduce((sum, { chunk }) => sum + chunk.workArea.pixelCount, 0);
  if (pixels > mostUnreadShare * pixelCount) throw unread[0]!.failure;
}

function requireSome(outcomes: readonly Outcome[]): void {
  if (outcomes.some(({ failure }) => failure === undefined)) return;
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  throw failures.find(({ permanent }) => !permanent) ?? failures[0];
}

/** Why parts of the area can't be compared, the largest first. */
function failureNotes(outcomes: readonly Outcome[], { pixelCount }: WorkArea): string[] {
  const pixelsByReason = new Map<string, number>();
  for (const { failure, chunk } of outcomes) {
    if (!failure) continue;
    const known = pixelsByReason.get(failure.message) ?? 0;
    pixelsByReason.set(failure.message, known + chunk.workArea.pixelCount);
  }
  const notes = [...pixelsByReason]
    .sort((one, other) => other[1] - one[1])
    .map(
      ([reason, pixels]) =>
        `${percent(pixels / pixelCount)} of the area could not be compared: ${reason}`,
    );
  return folded(notes, mostReasons, 'further reasons why parts of the area could not be compared');
}

/** What could not be seen in the pieces that were compared. */
function hiddenNotes(
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

function sceneNotes(outcomes: readonly Outcome[]): string[] {
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
