import { getPriority, setPriority } from 'node:os';
import { serveTasks } from '../../threads/serve-tasks.ts';
import { type ResultImage, writeImage } from './write-image.ts';

/** The lowest scheduling priority: the largest niceness that there is. */
const kindest = 19;
/**
 * How much nicer this thread is than the one that detects change, for which the run waits longer.
 */
const kinder = 10;

// Linux has a niceness for each thread. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(Math.min(kindest, getPriority() + kinder));

/** A thread of `writePictures`. An abort stops it without leaving a half-written file. */
serveTasks(async (images: readonly ResultImage[], signal) => {
  for (const image of images) await writeImage(image, { signal, inBackground: false });
});
