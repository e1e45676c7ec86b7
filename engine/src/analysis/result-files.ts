import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { changeClass } from '../change/index.ts';
import type { Composite, CompositePair, WorkArea } from '../composite/types.ts';
import { type AnalysisFiles, outsideArea, resultFileNames } from './types.ts';
import { type ResultImage, writeImage } from './write-image.ts';

/** Where a run's files go. */
export function resultFiles(folder: string): AnalysisFiles {
  const { before, after, change, patches, patchesKml, patchesShapefile } = resultFileNames;
  return {
    before: join(folder, before),
    after: join(folder, after),
    change: join(folder, change),
    patches: join(folder, patches),
    patchesKml: join(folder, patchesKml),
    patchesShapefile: join(folder, patchesShapefile),
  };
}

/**
 * Writes both dates' pictures in a thread of its own, so that change can be detected meanwhile; the
 * bands must not be altered until then. Rejects with the signal's reason once nothing is written any
 * more.
 */
export async function writePictures(
  files: AnalysisFiles,
  { before, after }: Pick<CompositePair, 'before' | 'after'>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const workerData = [pictureOf(files.before, before), pictureOf(files.after, after)];
  const worker = new Worker(new URL('./image-worker.ts', import.meta.url), { workerData });
  const giveUp = (): void => worker.postMessage('give up');
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await once(worker, 'exit');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** @param mask `changeClass` codes, of the work area's grid */
export function writeChange(
  files: AnalysisFiles,
  mask: Uint8Array,
  workArea: WorkArea,
  signal?: AbortSignal,
): Promise<void> {
  const isInside = workArea.mask;
  const image: ResultImage = {
    path: files.change,
    grid: workArea.grid,
    sampleType: 'uint8',
    nodata: outsideArea,
    overviews: { prefer: changeClass.changed },
    matching: 'strings',
    bands: [{ description: 'change' }],
    samples: [mask.map((code, index) => (isInside[index] === 1 ? code : outsideArea))],
  };
  return writeImage(image, signal);
}

function pictureOf(path: string, { grid, names, bands }: Composite): ResultImage {
  return {
    path,
    grid,
    sampleType: 'uint16',
    nodata: 0,
    overviews: 'average',
    matching: 'runs',
    // Reflectance = number / 10,000: GIS programs show it so.
    bands: names.map((description) => ({ description, scale: 0.0001 })),
    samples: bands,
  };
}
