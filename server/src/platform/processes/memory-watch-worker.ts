import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryLimitReached } from './program.ts';

/**
 * Ends its process when the process uses more memory than allowed, whatever the main thread is
 * doing. The limits of V8 and of threads don't count array buffers and zlib's memory.
 */
const { maxBytes }: { maxBytes: number } = workerData;
const intervalMilliseconds = 10;
const standardError = 2;

setInterval(() => {
  if (process.memoryUsage.rss() <= maxBytes) return;
  writeSync(standardError, memoryLimitReached);
  process.kill(process.pid, 'SIGKILL');
}, intervalMilliseconds);
