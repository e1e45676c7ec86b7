import { parentPort, workerData } from 'node:worker_threads';
import { detectChange } from './detect.ts';
import type { DetectionOrder, DetectionReply } from './detect-in-threads.ts';
import { MissingBandsError } from './named-bands.ts';
import { helperCount, startRowThreads } from './row-threads.ts';

/** The thread of `detectChangeInThreads`: does the one piece of work that it is given. */
function answer({ before, after, options }: DetectionOrder): DetectionReply {
  const threads = startRowThreads(helperCount());
  try {
    return { detection: detectChange(before, after, options, { runRows: threads.run }) };
  } catch (failure) {
    if (!(failure instanceof MissingBandsError)) return { failure };
    const { method, missing } = failure;
    return { failure, missing: { method, missing } };
  } finally {
    threads.close();
  }
}

parentPort?.postMessage(answer(workerData as DetectionOrder));
