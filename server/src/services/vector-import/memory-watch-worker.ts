import { workerData } from 'node:worker_threads';

/**
 * Ends its process when that takes more memory than allowed, whatever the main thread is at: neither
 * V8's limits nor a thread's count array buffers and what zlib allocates.
 */
const { maxBytes } = workerData as { maxBytes: number };
const intervalMilliseconds = 10;

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, intervalMilliseconds);
