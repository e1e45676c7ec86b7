import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { processEnvironment } from '@refugia/engine/analysis/process-environment.ts';
import {
  type CoarseFacts,
  type Combination,
  type CombinationChanges,
  type CombinationOrder,
  RasterError,
  type RasterFacts,
  type RasterHeader,
  type ValuedRasterFacts,
} from '@refugia/engine/ingest/index.ts';
import type { ValueStyle } from '@refugia/engine/render/rendering.ts';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import type { ZoneQuestion, ZoneStatistics } from '@refugia/engine/zones/zone-statistics.ts';
import { ProcessFailure } from '../../platform/processes/process-failure.ts';
import { type ProcessOptions, runInProcess } from '../../platform/processes/run-in-process.ts';
import type {
  NamedChoices,
  RasterNews,
  RasterOrder,
  RasterProgram,
  RasterResult,
  RasterTask,
  StoredPicture,
} from './program.ts';

export type { NamedChoices, StoredPicture } from './program.ts';

export interface RasterWorkOptions {
  /** Aborting ends the work at once and leaves no files behind. */
  readonly signal?: AbortSignal | undefined;
  /** @param share 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface ValueWorkOptions extends RasterWorkOptions {
  /** What the file tells about itself, as items of GDAL's metadata. */
  readonly items?: Readonly<Record<string, string>>;
}

export interface IngestWorkOptions extends RasterWorkOptions {
  /** Where a coarse picture goes; none is made when left out. */
  readonly coarsePath?: string | undefined;
  /** What the file says of itself, told before its pixels are read. */
  readonly onInspected?: (header: RasterHeader) => Promise<void>;
  /**
   * Called before the whole raster is read.
   *
   * @param coarse null without a coarse picture
   */
  readonly onCoarse?: (coarse: CoarseFacts | null) => Promise<void>;
}

/**
 * Work on raster files, each task in a process of its own with a memory limit. Paths are on this
 * machine. A target file is either complete or missing. All methods reject with RasterError when
 * the file can't be used, and with the signal's reason when aborted.
 */
export interface Rasters {
  /**
   * Measures a raster and writes it as a Cloud Optimized GeoTIFF; before that, a coarse picture of a large one,
   * which takes about a second whatever its size. A file that can't be read in parts, such as one with a single
   * large compressed strip, has none.
   */
  ingest(
    sourcePath: string,
    targetPath: string,
    choices?: NamedChoices,
    options?: IngestWorkOptions,
  ): Promise<RasterFacts>;
  /** Writes the conservation values of a prepared raster's pixels. */
  value(
    cogPath: string,
    targetPath: string,
    valuation: Valuation,
    options?: ValueWorkOptions,
  ): Promise<ValuedRasterFacts>;
  /** Writes the weighted mean of the values of several prepared rasters. */
  combine(
    combination: CombinationOrder,
    targetPath: string,
    options?: RasterWorkOptions,
  ): Promise<ValuedRasterFacts>;
  /** Measures the ground that two combinations have at or above every hundredth of a value. */
  compare(
    first: Combination,
    second: Combination,
    options?: RasterWorkOptions,
  ): Promise<CombinationChanges>;
  picture(
    cogPath: string,
    targetPath: string,
    style?: ValueStyle,
    options?: RasterWorkOptions,
  ): Promise<StoredPicture>;
  /**
   * Measures the values of a prepared raster in zones.
   * @param shapes a JSON list of polygons in longitude and latitude
   * @returns the statistics in the order of the shapes
   */
  zones(
    cogPath: string,
    shapes: Uint8Array,
    question: Pick<ZoneQuestion, 'edges' | 'threshold'>,
    options?: RasterWorkOptions,
  ): Promise<readonly ZoneStatistics[]>;
}

const entry = new URL('./raster-main.ts', import.meta.url);
const megabyte = 1_000_000;

/** Limits of a process, which has a lower priority than replies to people. */
const limits = {
  heapMegabytes: 160,
  // Buffers that are no longer used wait for the next collection of new objects: with 8, three threads take 50 to 80 MB
  // more for a combination, and with V8's own 16 for wide rasters, too.
  semiSpaceMegabytes: 4,
  memoryBytes: 512 * megabyte,
  milliseconds: 60 * 60_000,
  niceness: 10,
  environment: processEnvironment,
};

/** @param compiledFolder where compiled code is kept, so that processes start sooner */
export function createRasters({
  compiledFolder,
}: {
  compiledFolder?: string | undefined;
} = {}): Rasters {
  const run = <Task extends RasterTask>(
    order: RasterOrder<Task>,
    {
      onProgress,
      ...options
    }: RasterWorkOptions & { readonly input?: Uint8Array; readonly niceness?: number },
  ) =>
    runTask<Task>(order, {
      ...limits,
      ...options,
      compiledFolder,
      onProgress: (news) => news.kind === 'share' && onProgress?.(news.share),
    });
  return {
    ingest: (sourcePath, target, choices = {}, options = {}) =>
      withTarget(target, async (targetPath) => {
        const { coarsePath } = options;
        const news = inOrder(options);
        const order = { task: 'ingest', sourcePath, targetPath, coarsePath, choices } as const;
        // The program lowers its own priority when the whole raster's turn comes.
        const settings = { ...limits, niceness: 0, compiledFolder };
        const { signal, onProgress } = news;
        try {
          return await runTask<'ingest'>(order, { ...settings, signal, onProgress });
        } finally {
          await news.handled();
        }
      }),
    value: (cogPath, target, valuation, { items, ...options } = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'value', cogPath, targetPath, valuation, items }, options),
      ),
    combine: (combination, target, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'combine', combination, targetPath }, options),
      ),
    compare: (first, second, options = {}) =>
      // Somebody waits for the numbers.
      run({ task: 'compare', first, second }, { ...options, niceness: 5 }),
    picture: (cogPath, target, style = {}, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'picture', cogPath, targetPath, style }, options),
      ),
    zones: (cogPath, input, question, options = {}) =>
      // Somebody waits for the numbers.
      run({ task: 'zones', cogPath, question }, { ...options, input, niceness: 5 }),
  };
}

/** Passes on what a process tells, in order. Where the caller can't take it, the process ends. */
function inOrder({ signal, onInspected, onCoarse, onProgress }: IngestWorkOptions) {
  const stop = new AbortController();
  const pass = async (news: RasterNews): Promise<void> => {
    if (stop.signal.aborted) return;
    if (news.kind === 'inspected') await onInspected?.(news.header);
    else if (news.kind === 'coarse') await onCoarse?.(news.coarse);
    else onProgress?.(news.share);
  };
  let handled = Promise.resolve();
  return {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    onProgress(news: RasterNews): void {
      handled = handled.then(() => pass(news)).catch((error) => stop.abort(error));
    },
    /** Resolves when all has been passed on. Rejects with the reason why something could not be. */
    async handled(): Promise<void> {
      await handled;
      stop.signal.throwIfAborted();
    },
  };
}

async function runTask<Task extends RasterTask>(
  order: RasterOrder<Task>,
  options: ProcessOptions<RasterProgram>,
): Promise<RasterResult<Task>> {
  try {
    const answer = await runInProcess<RasterProgram>(entry, order as RasterOrder, options);
    if (answer.kind === 'refused') throw new RasterError(answer.code, answer.fact);
    return answer.result as RasterResult<Task>;
  } catch (error) {
    const kind = error instanceof ProcessFailure ? error.kind : undefined;
    if (kind !== 'memory' && kind !== 'time') throw error;
    const code = kind === 'memory' ? 'too-much-memory' : 'too-slow';
    throw new RasterError('too-large', { code }, { cause: error });
  }
}

/** Runs work in a folder beside its target, which is removed with all scratch files, and moves the result. */
async function withTarget<Result>(
  target: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const path = join(folder, basename(target));
    const result = await work(path);
    await rename(path, target);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
