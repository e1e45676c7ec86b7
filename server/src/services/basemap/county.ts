import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The county of the United States that a position lies in, with its state: `Natrona County, Wyoming`.
 * Undefined elsewhere. Looked up in a thread of its own, which ends with it: the atlas takes a moment
 * to read and is seldom needed.
 */
export async function countyAt(longitude: number, latitude: number): Promise<string | undefined> {
  const worker = new Worker(new URL('./county-worker.ts', import.meta.url), {
    workerData: [longitude, latitude],
  });
  try {
    const [name] = (await once(worker, 'message')) as [string | undefined];
    return name;
  } finally {
    await worker.terminate();
  }
}
