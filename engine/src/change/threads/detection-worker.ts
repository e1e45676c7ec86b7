import { parentPort, workerData } from 'node:worker_threads';
import { detectChange } from '../detection/detect.ts';
import { detectScattered, type ScatteredDetection } from '../detection/detect-scattered.ts';
import type { ChangeDetection } from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import type { RunRows } from '../rows/run-rows.ts';
import type { DetectionOrder, DetectionReply } from './detection-order.ts';
import { helperCount, startRowThreads } from './row-threads.ts';

/**
 * Runs in the thread of `detectChangeInThreads` or `detectScatteredInThreads`, and does the one
 * detection that it is given.
 */
function answer(order: DetectionOrder): DetectionReply<ChangeDetection | ScatteredDetection> {
  const threads = startRowThreads(helperCount());
  try {
    return { detection: detect(order, threads.run) };
  } catch (failure) {
    if (!(failure instanceof MissingBandsError)) return { failure };
    const { method, missing } = failure;
    return { failure, missing: { method, missing } };
  } finally {
    threads.close();
  }
}

function detect(
  { pair, options }: DetectionOrder,
  runRows: RunRows,
): ChangeDetection | ScatteredDetection {
  if ('layout' in pair) return detectScattered(pair, options, runRows);
  const { before, after, inside } = pair;
  return detectChange(before, after, options, { runRows, inside });
}

parentPort?.postMessage(answer(workerData as DetectionOrder));
