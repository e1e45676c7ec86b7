import { Worker } from 'node:worker_threads';
import {
  AnalysisFailure,
  type AnalysisProgress,
  type AnalysisResult,
} from '@refugia/engine/analysis/types.ts';
import type { AnalysisMessage, AnalysisOrder } from './analysis-worker.ts';

interface ThreadOptions {
  signal: AbortSignal;
  onProgress: (progress: AnalysisProgress) => void;
  /** What the thread runs. */
  entry?: URL;
  /** The thread's heap; rasters lie outside of it and are bounded by the number of pixels of a run. */
  maxHeapMegabytes?: number;
}

const defaults = {
  entry: new URL('./analysis-worker.ts', import.meta.url),
  maxHeapMegabytes: 1024,
};

/**
 * Runs one analysis in a thread of its own. Aborting ends the thread at once, whatever it does.
 * Rejects with AnalysisFailure (a thread out of memory among them), the signal's reason, or whatever
 * broke the thread.
 */
export async function runInThread(
  order: AnalysisOrder,
  options: ThreadOptions,
): Promise<AnalysisResult> {
  const { signal, onProgress, entry, maxHeapMegabytes } = { ...defaults, ...options };
  signal.throwIfAborted();
  const worker = new Worker(entry, {
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
          return reject(asFailure(message.error));
      }
    });
    worker.once('error', (error) => reject(asFailure(error)));
    worker.once('exit', () => reject(new Error('The analysis thread ended without a result.')));
  }).finally(() => worker.terminate());
}

function asFailure(error: unknown): unknown {
  const isHeapFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  // What V8 says when the system has no room for a raster.
  const isRasterRefused = error instanceof RangeError && /allocation failed/.test(error.message);
  if (!isHeapFull && !isRasterRefused) return error;
  return new AnalysisFailure(
    'The analysis needed more memory than it may use. Choose a smaller area.',
    { permanent: true, cause: error },
  );
}
