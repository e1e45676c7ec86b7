import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Window } from '../../raster/grid.ts';
import { handedOver, ThreadPool } from '../../threads/thread-pool.ts';
import { asTiffError } from '../../tiff/errors.ts';
import { decodeRange, type RangeTask } from '../../tiff/reading/decode-range.ts';
import { type BandMeasures, joinBandMeasures } from '../measure/band-measure.ts';
import type {
  PyramidPlan,
  PyramidTileTask,
  SpilledTile,
  ThreadResult,
  ThreadTask,
  TileResult,
} from './plan.ts';
import { Spill, TileKernel } from './tile-kernel.ts';

/** Decompresses what is read, and compresses, halves and measures tiles. The creator closes it. */
export interface TileMakers {
  /** Rejects with TiffError if the bytes cannot be decompressed. */
  decode(task: RangeTask): Promise<void>;
  tile(task: PyramidTileTask): Promise<FiledTiles>;
  /** Each computes parts of the plan's combination, one at a time, row by row. */
  readonly combiners: readonly ((part: Window) => Promise<Int16Array>)[];
  /** The joined measures of all tiles of the full image. */
  measured(): Promise<BandMeasures>;
  /** Ends the work, even in progress, and removes scratch files. */
  close(): Promise<void>;
}

/** A thread with its own measures and its own scratch file. */
interface Helper {
  readonly pool: ThreadPool<ThreadTask, ThreadResult>;
  readonly spillPath: string;
  taskCount: number;
}

/** A compressed tile, and the scratch file that contains it. */
export type FiledTile = SpilledTile & { readonly path: string };

interface FiledTiles {
  readonly tile: FiledTile;
  readonly mask: FiledTile | undefined;
}

/** More threads gain nothing, because the disk limits the work. */
const mostThreads = 4;
/** Further tasks wait inside the thread, so that it never waits for a task. */
const tasksAtOnce = 4;

/** A smaller image is finished before threads have started. */
const fewPixels = 2 ** 22;

/**
 * What makes an image's tiles: threads, unless the image is small.
 *
 * @param scratchPath scratch files are named after it
 */
export function createTileMakers(
  image: { readonly width: number; readonly height: number },
  plan: PyramidPlan,
  scratchPath: string,
): TileMakers {
  const isSmall = image.width * image.height < fewPixels;
  return isSmall
    ? new PyramidInThisThread(plan, scratchPath)
    : new PyramidThreads(plan, scratchPath);
}

/**
 * Threads that decompress what is read, and compress, halve and measure tiles. Rows are in shared
 * memory, bytes are transferred, and compressed tiles go to scratch files beside the target. The
 * creator closes the threads.
 */
class PyramidThreads implements TileMakers {
  readonly #helpers: readonly Helper[];

  /** @param scratchPath scratch files are named after it */
  constructor(plan: PyramidPlan, scratchPath: string, count = availableParallelism()) {
    const url = new URL('./worker.ts', import.meta.url);
    this.#helpers = Array.from({ length: Math.min(mostThreads, count) }, (_, index) => {
      const spillPath = `${scratchPath}.${index}.tiles`;
      const pool = new ThreadPool<ThreadTask, ThreadResult>({ url, threads: 1, tasksAtOnce });
      const helper = { pool, spillPath, taskCount: 0 };
      // If the start fails, the following tasks report it.
      this.#run(helper, { kind: 'start', plan, spillPath }).catch(() => undefined);
      return helper;
    });
  }

  async decode(task: RangeTask): Promise<void> {
    await this.#run(this.#idlest(), { kind: 'decode', task }, handedOver(task.bytes));
  }

  async tile(task: PyramidTileTask): Promise<FiledTiles> {
    const helper = this.#idlest();
    return filed(await this.#run<TileResult>(helper, { kind: 'tile', task }), helper.spillPath);
  }

  get combiners(): TileMakers['combiners'] {
    return this.#helpers.map(
      (helper) => (part) => this.#run<Int16Array>(helper, { kind: 'combine', part }),
    );
  }

  async measured(): Promise<BandMeasures> {
    const states = await Promise.all(
      this.#helpers.map((helper) => this.#run<BandMeasures>(helper, { kind: 'measured' })),
    );
    return states.reduce(joinBandMeasures);
  }

  async close(): Promise<void> {
    await Promise.all(this.#helpers.map(({ pool }) => pool.close()));
    await Promise.all(this.#helpers.map(({ spillPath }) => rm(spillPath, { force: true })));
  }

  #idlest(): Helper {
    return this.#helpers.reduce((best, other) => (other.taskCount < best.taskCount ? other : best));
  }

  async #run<Result>(
    helper: Helper,
    task: ThreadTask,
    transfer: ArrayBuffer[] = [],
  ): Promise<Result> {
    helper.taskCount++;
    try {
      return (await helper.pool.run(task, { transfer })) as Result;
    } catch (error) {
      throw asTiffError(error);
    } finally {
      helper.taskCount--;
    }
  }
}

/** Adds the name of the file that contains the tiles. */
function filed({ tile, mask }: TileResult, path: string): FiledTiles {
  return { tile: { ...tile, path }, mask: mask && { ...mask, path } };
}

/**
 * Does the work of `PyramidThreads` in the calling thread. A small raster is finished before
 * threads have started.
 */
class PyramidInThisThread implements TileMakers {
  readonly #kernel: TileKernel;
  readonly #spill: Spill;
  readonly #spillPath: string;

  /** @param scratchPath the scratch file is named after it */
  constructor(plan: PyramidPlan, scratchPath: string) {
    this.#spillPath = `${scratchPath}.tiles`;
    this.#spill = new Spill(this.#spillPath);
    this.#kernel = new TileKernel(plan, this.#spill);
  }

  decode(task: RangeTask): Promise<void> {
    return decodeRange(task);
  }

  async tile(task: PyramidTileTask): Promise<FiledTiles> {
    return filed(this.#kernel.run(task), this.#spillPath);
  }

  get combiners(): TileMakers['combiners'] {
    return [(part) => this.#kernel.combine(part)];
  }

  async measured(): Promise<BandMeasures> {
    return this.#kernel.measured();
  }

  async close(): Promise<void> {
    await this.#kernel.close();
    this.#spill.close();
    await rm(this.#spillPath, { force: true });
  }
}
