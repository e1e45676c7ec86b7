import { Worker } from 'node:worker_threads';
import {
  AnalysisFailure,
  type AnalysisProgress,
  type AnalysisResult,
} from '@refugia/engine/analysis/types.ts';
import type { AnalysisMessage, AnalysisOrder } from './analysis-worker.ts';

/** A thread's heap; rasters lie outside of it and are bounded by the number of pixels of a run. */
const maxHeapMegabytes = 1024;

/**
 * Runs one analysis in a thread of its own. Aborting ends the thread at once, whatever it does.
 * Rejects with AnalysisFailure (a thread out of memory among them), the signal's reason, or whatever
 * broke the thread.
 */
export function runInThread(
  order: AnalysisOrder,
  options: { signal: AbortSignal; onProgress: (progress: AnalysisProgress) => void },
): Promise<AnalysisResult> {
  const { signal, onProgress } = options;
  signal.throwIfAborted();
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  return new Promise<AnalysisResult>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: AnalysisMessage) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.progress);
        case 'done':
          return resolve(message.result);
        case 'failed':
          return reject(new AnalysisFailure(message.reason, { permanent: message.permanent }));
        case 'broken':
          return reject(message.error);
      }
    });
    worker.once('error', (error) => reject(asFailure(error)));
    worker.once('exit', () => reject(new Error('The analysis thread ended without a result.')));
  }).finally(() => worker.terminate());
}

function asFailure(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new AnalysisFailure(
    'The analysis needed more memory than it may use. Choose a smaller area.',
    { permanent: true, cause: error },
  );
}
