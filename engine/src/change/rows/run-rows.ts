import type { RasterSize } from '../../raster/grid.ts';
import { type Rows, rowBandCount, rowsPerBand } from './rows.ts';
import type { SharedBuffers } from './shared-buffers.ts';

/**
 * Work on some rows of a picture that any thread can do. It is a pure function that writes only the
 * values of its own rows, into shared memory.
 */
export type RowKernel<Task> = (task: Task, rows: Rows) => void;

/**
 * Runs a kernel on all rows of a picture and returns when all of them are done. The result does not
 * depend on the number of threads.
 */
export type RunRows = <Task>(kernel: RowKernel<Task>, task: Task, size: RasterSize) => void;

/** How the rows of a pair's pictures are worked on, and in which memory. */
export interface RowWork {
  readonly size: RasterSize;
  readonly runRows: RunRows;
  readonly buffers: SharedBuffers;
}

/** Runs a kernel on one band of rows. */
export function runBand<Task>(
  kernel: RowKernel<Task>,
  task: Task,
  { width, height }: RasterSize,
  band: number,
): void {
  const first = band * rowsPerBand;
  const end = Math.min(height, first + rowsPerBand);
  kernel(task, { width, height, first, end, band });
}

/** Runs all rows in the calling thread, from the top. */
export const runRowsHere: RunRows = (kernel, task, size) => {
  for (let band = 0; band < rowBandCount(size.height); band++) runBand(kernel, task, size, band);
};
