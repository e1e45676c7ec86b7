import {
  buildComposites,
  type Chunk,
  type CompositePair,
  type Mosaic,
  matchFills,
  outlineOf,
  SceneFiles,
  type WorkArea,
} from '../composite/index.ts';
import type { Scene } from '../source/scene.ts';
import { defaultCollections } from '../source/search.ts';
import type { ComposeOptions } from './compose.ts';
import {
  defaultWindowDays,
  type FoundScenes,
  findScenes,
  noneAllowedSentence,
  noScenesSentence,
  unknownNotes,
} from './find-scenes.ts';
import { type ComposedPiece, KeptPieces } from './kept-pieces.ts';
import type { PieceTelling } from './piece-progress.ts';
import { asFailure } from './run-failure.ts';
import { AnalysisFailure, type AnalysisRequest } from './types.ts';

/** Where one collection leaves more of a piece without a clear pixel, the others are asked, too. */
const mostLackingShare = 0.02;

type Role = 'before' | 'after';

/** What was found out about one piece. */
export type Outcome =
  | {
      readonly chunk: Chunk;
      readonly notes: readonly string[];
      readonly gaps: CompositePair['gaps'];
      readonly failure: undefined;
    }
  | { readonly chunk: Chunk; readonly failure: AnalysisFailure };

/** Searches and composes pieces, which share the scenes' files, and lays them into the whole. */
export class PieceComposer {
  readonly #request: AnalysisRequest;
  readonly #options: ComposeOptions & { signal: AbortSignal };
  readonly #mosaic: Mosaic;
  readonly #kept: KeptPieces | undefined;
  readonly #files: SceneFiles;
  /** Scenes that were chosen and that no piece has found yet; undefined before the first search. */
  readonly #unknownIds: Record<Role, readonly string[] | undefined>;

  constructor(
    workArea: WorkArea,
    mosaic: Mosaic,
    request: AnalysisRequest,
    options: ComposeOptions & { signal: AbortSignal },
  ) {
    const { keptFolder, windowDays = defaultWindowDays } = options;
    this.#request = request;
    this.#options = options;
    this.#mosaic = mosaic;
    this.#kept =
      keptFolder === undefined
        ? undefined
        : new KeptPieces(keptFolder, { request, workArea, source: options, windowDays });
    this.#files = new SceneFiles(options.transport, options.signal, { keepsCoarseImages: true });
    this.#unknownIds = { before: undefined, after: undefined };
  }

  /** Takes a piece that an earlier attempt has composed; undefined where there is none. */
  async takeUp(chunk: Chunk): Promise<Outcome | undefined> {
    this.#options.signal.throwIfAborted();
    const kept = await this.#kept?.read(chunk);
    if (!kept) return undefined;
    for (const role of ['before', 'after'] as const) {
      this.#reduceUnknown(role, kept.unknownIds[role]);
    }
    return this.#lay(chunk, kept);
  }

  async compose(chunk: Chunk, telling: PieceTelling): Promise<Outcome> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    try {
      const composed = await this.#composeFrugally(chunk.workArea, telling);
      await matchFills(composed.pair, this.#files.runnerFor(chunk.workArea.mask.length));
      await this.#kept?.write(chunk, composed);
      return this.#lay(chunk, composed);
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

  #lay(chunk: Chunk, { pair, notes }: ComposedPiece): Outcome {
    this.#mosaic.add(chunk, pair);
    return { chunk, failure: undefined, gaps: pair.gaps, notes: [...notes, ...pair.notes] };
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
  async #composeFrugally(workArea: WorkArea, telling: PieceTelling): Promise<ComposedPiece> {
    const { collections = defaultCollections } = this.#options;
    if (collections.length > 1 && this.#request.scenes === undefined) {
      const composed = await this.#compose(workArea, collections.slice(0, 1), telling).catch(
        (error: unknown) => {
          if (!(asFailure(error) instanceof AnalysisFailure)) throw error;
          return undefined;
        },
      );
      if (composed && !lacksMuch(composed.pair, workArea)) return composed;
    }
    return this.#compose(workArea, collections, telling);
  }

  async #compose(
    workArea: WorkArea,
    collections: readonly string[],
    telling: PieceTelling,
  ): Promise<ComposedPiece> {
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
      marksCoverage: true,
      signal,
      ...telling,
    });
    return {
      pair,
      notes: [...before.notes, ...after.notes],
      unknownIds: { before: before.unknownIds, after: after.unknownIds },
    };
  }

  async #scenesFor(
    role: Role,
    { grid }: WorkArea,
    collections: readonly string[],
  ): Promise<Pick<FoundScenes, 'notes' | 'unknownIds'> & { scenes: readonly Scene[] }> {
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
    this.#reduceUnknown(role, found.unknownIds);
    if (found.scenes.length === 0) {
      const reason = noScenesSentence({ date, otherDate, windowDays }, found);
      throw new AnalysisFailure(reason, { permanent: true });
    }
    if (found.allowed.length === 0) {
      throw new AnalysisFailure(noneAllowedSentence(date, found), { permanent: true });
    }
    return { scenes: found.allowed, notes: found.notes, unknownIds: found.unknownIds };
  }

  /** What one piece does not know another may. */
  #reduceUnknown(role: Role, unknownIds: readonly string[]): void {
    const still = new Set(unknownIds);
    const known = this.#unknownIds[role] ?? unknownIds;
    this.#unknownIds[role] = known.filter((id) => still.has(id));
  }
}

function lacksMuch({ gaps: { before, after } }: CompositePair, { pixelCount }: WorkArea): boolean {
  const most = mostLackingShare * pixelCount;
  return [before, after].some(({ clouded, unshown }) => clouded + unshown > most);
}
