import { type KernelName, type KernelTask, rowKernels } from './row-kernels.ts';
import { type Rows, rowBandCount, rowsPerBand } from './rows.ts';

/**
 * Has a kernel work on all rows of a picture and returns once it is done. Kernels write only what
 * belongs to their rows, so the result is the same however many threads share the work.
 */
export type RunRows = <Name extends KernelName>(
  name: Name,
  task: KernelTask<Name>,
  size: { width: number; height: number },
) => void;

/** Works on one band of rows. */
export function runBand<Name extends KernelName>(
  name: Name,
  task: KernelTask<Name>,
  { width, height }: { width: number; height: number },
  band: number,
): void {
  const first = band * rowsPerBand;
  const end = Math.min(height, first + rowsPerBand);
  const kernel = rowKernels[name] as (task: KernelTask<Name>, rows: Rows) => void;
  kernel(task, { width, height, first, end, band });
}

/** All rows in this thread, from the top. */
export const runRowsHere: RunRows = (name, task, size) => {
  for (let band = 0; band < rowBandCount(size.height); band++) runBand(name, task, size, band);
};
