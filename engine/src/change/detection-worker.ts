import { parentPort, workerData } from 'node:worker_threads';
import { detectChange } from './detect.ts';
import type { DetectionOrder, DetectionReply } from './detect-in-threads.ts';
import { detectScattered, type ScatteredDetection } from './detect-scattered.ts';
import { MissingBandsError } from './named-bands.ts';
import type { ChangeDetection } from './options.ts';
import { helperCount, startRowThreads } from './row-threads.ts';
import type { RunRows } from './run-rows.ts';

/** The thread of `detectChangeInThreads` and its like: does the one piece of work that it is given. */
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
