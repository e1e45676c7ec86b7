import { detectChange } from './detect.ts';
import type { BandStack, ChangeDetection, DetectOptions } from './options.ts';
import { helpersFor, startRowThreads } from './row-threads.ts';

/**
 * `detectChange`, with as many threads as the picture is worth: the result is the same. Blocks the
 * calling thread until it is done.
 */
export function detectChangeInThreads(
  before: BandStack,
  after: BandStack,
  options?: DetectOptions,
): ChangeDetection {
  const threads = startRowThreads(helpersFor(before));
  try {
    return detectChange(before, after, options, threads.run);
  } finally {
    threads.close();
  }
}
