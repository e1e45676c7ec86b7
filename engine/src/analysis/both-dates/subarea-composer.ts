import {
  type CompositePair,
  type Mosaic,
  matchFills,
  outlineOf,
  SceneFiles,
  type Subarea,
  type WorkArea,
} from '../../composite/index.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { defaultCollections } from '../../source/search.ts';
import { asFailure } from '../as-failure.ts';
import { type FoundScenes, type Role, unknownNotes } from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import { composePair, findFor, requireScenes } from './compose-pair.ts';
import type { ComposeOptions, Outcome } from './composed.ts';
import { type ComposedSubarea, KeptSubareas } from './kept-subareas.ts';
import type { SubareaTelling } from './subarea-progress.ts';

/**
 * If the preferred collection leaves a larger share of a subarea without a clear pixel, the others
 * are searched too.
 */
const mostLackingShare = 0.02;

/** Searches and composes subareas, which share the scenes' files, and copies them into the whole. */
export class SubareaComposer {
  readonly #request: AnalysisRequest;
  readonly #options: ComposeOptions & { signal: AbortSignal };
  readonly #mosaic: Mosaic;
  readonly #kept: KeptSubareas | undefined;
  readonly #files: SceneFiles;
  /** Chosen scenes that no subarea has found yet; undefined before the first search. */
  readonly #unknownIds: Record<Role, readonly string[] | undefined>;

  constructor(
    workArea: WorkArea,
    mosaic: Mosaic,
    request: AnalysisRequest,
    options: ComposeOptions & { signal: AbortSignal },
  ) {
    const { keptFolder, windowDays } = options;
    this.#request = request;
    this.#options = options;
    this.#mosaic = mosaic;
    this.#kept =
      keptFolder === undefined
        ? undefined
        : new KeptSubareas(keptFolder, { request, workArea, source: options, windowDays });
    this.#files = new SceneFiles(options.transport, options.signal, { keepsCoarseImages: true });
    this.#unknownIds = { before: undefined, after: undefined };
  }

  /** Uses a subarea that an earlier attempt has kept. Resolves to undefined if there is none. */
  async takeUp(subarea: Subarea): Promise<Outcome | undefined> {
    this.#options.signal.throwIfAborted();
    const kept = await this.#kept?.read(subarea);
    if (!kept) return undefined;
    for (const role of ['before', 'after'] as const) {
      this.#reduceUnknown(role, kept.unknownIds[role]);
    }
    return this.#lay(subarea, kept);
  }

  async compose(subarea: Subarea, telling: SubareaTelling): Promise<Outcome> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    try {
      const composed = await this.#composeFrugally(subarea.workArea, telling);
      await matchFills(composed.pair, this.#files.runnerFor(subarea.workArea.mask.length));
      await this.#kept?.write(subarea, composed);
      return this.#lay(subarea, composed);
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error);
      if (!(failure instanceof AnalysisFailure)) throw failure;
      return { subarea, failure };
    }
  }

  close(): void {
    this.#files.close();
  }

  #lay(subarea: Subarea, { pair, notes }: ComposedSubarea): Outcome {
    this.#mosaic.add(subarea, pair);
    return { subarea, failure: undefined, gaps: pair.gaps, notes: [...notes, ...pair.notes] };
  }

  /** Notes on chosen scenes that were found nowhere in the area. */
  choiceNotes(): RunFact[] {
    const { startDate, endDate } = this.#request;
    return [
      ...unknownNotes(this.#unknownIds.before ?? [], startDate),
      ...unknownNotes(this.#unknownIds.after ?? [], endDate),
    ];
  }

  /**
   * Composes a subarea from the preferred collection only, if that is enough. Collections list the
   * same acquisitions again, and the catalogue entries for hundreds of subareas are as large as the
   * imagery.
   */
  async #composeFrugally(workArea: WorkArea, telling: SubareaTelling): Promise<ComposedSubarea> {
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
    telling: SubareaTelling,
  ): Promise<ComposedSubarea> {
    const { transport, signal } = this.#options;
    const [before, after] = await Promise.all([
      this.#findFor('before', workArea, collections),
      this.#findFor('after', workArea, collections),
    ]);
    const pair = await composePair({ before, after }, this.#request, {
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

  /**
   * Searches for one subarea. An earlier search of the whole area is not used, because a large area
   * has too many scenes for that.
   */
  async #findFor(
    role: Role,
    { grid }: WorkArea,
    collections: readonly string[],
  ): Promise<FoundScenes> {
    const options = { ...this.#options, collections, searched: undefined };
    const found = await findFor(role, outlineOf(grid), this.#request, options);
    this.#reduceUnknown(role, found.unknownIds);
    return requireScenes(role, found, this.#request, options);
  }

  /** Keeps only those chosen scenes that no subarea has found, because each subarea finds others. */
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
