import { rm } from 'node:fs/promises';
import type { RangeTask } from '../../tiff/reading/decode-range.ts';
import { decodeRange } from '../../tiff/reading/decode-range.ts';
import type { BandMeasures } from '../measure/band-measure.ts';
import type { MeasureTask, PyramidPlan, TileTask } from './plan.ts';
import { Spill } from './spill.ts';
import { type FiledTile, filed, type TileMakers } from './threads.ts';
import { TileKernel } from './tile-kernel.ts';

/**
 * Does the work of `PyramidThreads` in the calling thread. A small raster is finished before
 * threads have started.
 */
export class PyramidInThisThread implements TileMakers {
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

  measure(task: MeasureTask): Promise<void> {
    return this.#kernel.measureBlocks(task);
  }

  async tile(task: TileTask): Promise<{ tile?: FiledTile; mask?: FiledTile }> {
    return filed(this.#kernel.run(task), this.#spillPath);
  }

  async measured(): Promise<BandMeasures> {
    return this.#kernel.measured();
  }

  async close(): Promise<void> {
    this.#spill.close();
    await rm(this.#spillPath, { force: true });
  }
}
