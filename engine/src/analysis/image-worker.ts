import { parentPort, workerData } from 'node:worker_threads';
import { type ResultImage, writeImage } from './write-image.ts';

/** The thread of `writeImagesInThread`. Any message tells it to give up, leaving no half-written file. */
const given = new AbortController();
parentPort?.once('message', () => given.abort());
for (const image of workerData as readonly ResultImage[]) await writeImage(image, given.signal);
parentPort?.close();
