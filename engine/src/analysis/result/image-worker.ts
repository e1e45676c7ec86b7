import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ResultImage, writeImage } from './write-image.ts';

/** The lowest scheduling priority: the largest niceness that there is. */
const kindest = 19;
/**
 * How much nicer this thread is than the one that detects change, for which the run waits longer.
 */
const kinder = 10;

// Linux has a niceness for each thread. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(Math.min(kindest, getPriority() + kinder));

/**
 * A thread of `writePictures`. Any message tells it to stop without leaving a half-written file.
 */
const given = new AbortController();
parentPort?.once('message', () => given.abort());
for (const image of workerData as readonly ResultImage[]) {
  await writeImage(image, { signal: given.signal, inBackground: false });
}
parentPort?.close();
