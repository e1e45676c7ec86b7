import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { processEnvironment } from '@refugia/engine/analysis/process-environment.ts';
import {
  type CoarseFacts,
  RasterError,
  type RasterFacts,
  type RasterHeader,
  type ValuedRaster,
} from '@refugia/engine/ingest/index.ts';
import type { ValueStyle } from '@refugia/engine/render/values/index.ts';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import { ProcessFailure } from '../../platform/processes/process-failure.ts';
import { type ProcessOptions, runInProcess } from '../../platform/processes/run-in-process.ts';
import type {
  NamedChoices,
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

/**
 * Work on raster files, each task in a process of its own with a memory limit. Paths are on this
 * machine. A target file is either complete or missing. All methods reject with RasterError when
 * the file can't be used, and with the signal's reason when aborted.
 */
export interface Rasters {
  /** Reads a file's description without its pixels, which is quick. */
  inspect(
    sourcePath: string,
    choices?: NamedChoices,
    options?: Pick<RasterWorkOptions, 'signal'>,
  ): Promise<RasterHeader>;
  /**
   * Writes a coarse picture of a raster, which takes about a second whatever the raster's size.
   * Returns null for a file that can't be read in parts, such as one with a single large compressed
   * strip.
   */
  coarsen(
    sourcePath: string,
    targetPath: string,
    choices?: NamedChoices,
    options?: Pick<RasterWorkOptions, 'signal'>,
  ): Promise<CoarseFacts | null>;
  /** Measures a raster and writes it as a Cloud Optimized GeoTIFF. */
  ingest(
    sourcePath: string,
    targetPath: string,
    choices?: NamedChoices,
    options?: RasterWorkOptions,
  ): Promise<RasterFacts>;
  /** Writes the conservation values of a prepared raster's pixels. */
  value(
    cogPath: string,
    targetPath: string,
    valuation: Valuation,
    options?: RasterWorkOptions,
  ): Promise<ValuedRaster>;
  /** Writes a PNG picture of a prepared raster in EPSG:3857. */
  picture(
    cogPath: string,
    targetPath: string,
    style?: ValueStyle,
    options?: Pick<RasterWorkOptions, 'signal'>,
  ): Promise<StoredPicture>;
}

/** Sentences for a person whose file exceeds a limit. */
const sentences = {
  memory:
    'Reading the raster takes more memory than it may. Save it with smaller tiles, for example as a Cloud Optimized GeoTIFF, or cut it into parts.',
  time: 'Reading the raster takes longer than it may. Save it as a Cloud Optimized GeoTIFF, or cut it into parts.',
} as const;

const entry = new URL('./raster-main.ts', import.meta.url);
const megabyte = 1_000_000;

/** Limits of heavy work, which has a lower priority than replies to people. */
const heavy = {
  heapMegabytes: 160,
  // With V8's own 16, three threads take 50 to 80 MB more for wide rasters.
  semiSpaceMegabytes: 8,
  memoryBytes: 512 * megabyte,
  milliseconds: 60 * 60_000,
  niceness: 10,
  environment: processEnvironment,
};
/** Limits of work that somebody waits for before the heavy work begins. */
const quick = { ...heavy, milliseconds: 30_000, niceness: 0 };
/**
 * Limits of tasks that only read a file's structure. They write nothing, so their process is
 * confined.
 */
const light = {
  heapMegabytes: 64,
  memoryBytes: 300 * megabyte,
  milliseconds: 20_000,
  isConfined: true,
};

type Limits = Omit<ProcessOptions<RasterProgram>, 'signal' | 'onProgress' | 'compiledFolder'>;

/** @param compiledFolder where compiled code is kept, so that processes start sooner */
export function createRasters({
  compiledFolder,
}: {
  compiledFolder?: string | undefined;
} = {}): Rasters {
  const run = <Task extends RasterTask>(
    order: RasterOrder<Task>,
    limits: Limits,
    options: RasterWorkOptions,
  ) => runTask<Task>(order, { ...limits, ...options, compiledFolder });
  return {
    inspect: (sourcePath, choices = {}, options = {}) =>
      run({ task: 'inspect', sourcePath, choices }, light, options),
    coarsen: (sourcePath, target, choices = {}, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'coarsen', sourcePath, targetPath, choices }, quick, options),
      ),
    ingest: (sourcePath, target, choices = {}, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'ingest', sourcePath, targetPath, choices }, heavy, options),
      ),
    value: (cogPath, target, valuation, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'value', cogPath, targetPath, valuation }, heavy, options),
      ),
    picture: (cogPath, target, style = {}, options = {}) =>
      withTarget(target, (targetPath) =>
        run({ task: 'picture', cogPath, targetPath, style }, heavy, options),
      ),
  };
}

async function runTask<Task extends RasterTask>(
  order: RasterOrder<Task>,
  options: ProcessOptions<RasterProgram>,
): Promise<RasterResult<Task>> {
  try {
    const answer = await runInProcess<RasterProgram>(entry, order as RasterOrder, options);
    if (answer.kind === 'refused') throw new RasterError(answer.code, answer.message);
    return answer.result as RasterResult<Task>;
  } catch (error) {
    const kind = error instanceof ProcessFailure ? error.kind : undefined;
    if (kind !== 'memory' && kind !== 'time') throw error;
    throw new RasterError('too-large', sentences[kind], { cause: error });
  }
}

/**
 * Runs work in a temporary folder beside its target and moves the result to the target. The folder
 * is then removed with all scratch files.
 */
async function withTarget<Result>(
  target: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const path = join(folder, basename(target));
    const result = await work(path);
    if (result !== null) await rename(path, target);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
