import type { Kernel } from '../../threads/kernel.ts';
import { serveTasks } from '../../threads/serve-tasks.ts';
import { decodeRange } from '../../tiff/reading/decode-range.ts';
import { markPixels } from '../fill/mark-pixels.ts';
import { fillShifts, shiftFills } from '../fill/match-fills.ts';
import { placeBand } from '../place/place-band.ts';
import { placeClassification } from '../place/place-classification.ts';

/**
 * The kernels that threads run while scenes are read, by name, because functions cannot be sent to
 * a thread. They turn bytes into samples, and samples into a picture's pixels.
 */
const readingKernels: Readonly<Record<string, Kernel<never, unknown>>> = {
  decodeRange,
  placeClassification,
  placeBand,
  markPixels,
  fillShifts,
  shiftFills,
};

/** What a thread of `ReadingThreads` is asked to do. */
export interface ReadingTask {
  /** The name of a kernel in `readingKernels`. */
  readonly name: string;
  readonly task: unknown;
}

serveTasks(({ name, task }: ReadingTask) => {
  const kernel = readingKernels[name];
  if (!kernel) throw new RangeError(`A thread that reads scenes knows no kernel ${name}.`);
  return kernel(task as never);
});
