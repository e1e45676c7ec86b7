import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { DatePicture, PicturePair, WorkArea } from '../../composite/types.ts';
import type { PixelLayout } from '../../raster/pixel-layout.ts';
import { type ChangeLegend, changeCodes, changePalette } from '../../render/change-palette.ts';
import { runInThread } from '../../threads/thread-pool.ts';
import { together } from '../../threads/wait-for.ts';
import { writeWhole } from '../../tiff/index.ts';
import type { ChangePatch } from '../measure/patches.ts';
import { type AnalysisFiles, resultFileNames } from '../types.ts';
import { patchIds } from './change-layer.ts';
import { changeAuxXml, changeClassItems, changeColourTable, changeQml } from './change-legend.ts';
import { type ResultImage, writeImage } from './write-image.ts';

/** A fixed time, so that the same result makes the same archive. */
const archiveTime = '2000-01-01T00:00:00';

/** Where a run's files go. */
export function resultFiles(folder: string): AnalysisFiles {
  const places = Object.entries(resultFileNames).map(
    ([file, name]) => [file, join(folder, name)] as const,
  );
  return Object.fromEntries(places) as unknown as AnalysisFiles;
}

/** A thread takes longer to start than a smaller picture takes to be written. */
const fewestPixelsForThread = 500_000;

/**
 * Writes both dates' pictures, large ones in threads of their own, so that change can be detected at
 * the same time. The bands must not be altered until both are written. The pictures of a scattered
 * area need more memory and are written one after the other. Rejects with the signal's reason after
 * all writing has stopped.
 */
export async function writePictures(
  files: AnalysisFiles,
  { before, after }: PicturePair,
  { layout }: Pick<WorkArea, 'layout'>,
  signal: AbortSignal,
): Promise<void> {
  const images = [
    pictureOf(files.before, before, layout),
    pictureOf(files.after, after, layout),
  ] as const;
  if (layout.spans) return writeInThread(images, signal);
  const isSmall = layout.pixelCount < fewestPixelsForThread;
  await together(
    signal,
    images.map((image) => (signal: AbortSignal) => {
      return isSmall ? writeImage(image, { signal }) : writeInThread([image], signal);
    }),
  );
}

function writeInThread(images: readonly ResultImage[], signal: AbortSignal): Promise<void> {
  const url = new URL('./image-worker.ts', import.meta.url);
  return runInThread(url, images, { signal, whenAborted: 'tell' });
}

/**
 * Writes the change layer: a COG with the colours of its classes, a file beside it with their
 * names, and an archive of both with a style for QGIS.
 *
 * @param change its layer holds codes of `changePalette`: samples of the work area's layout
 */
export async function writeChange(
  files: AnalysisFiles,
  { layer, legend }: { readonly layer: Uint8Array; readonly legend: ChangeLegend },
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
  signal?: AbortSignal,
): Promise<void> {
  const { change, changeAux, changeZip } = files;
  await writeImage(
    {
      path: change,
      grid,
      layout,
      sampleType: 'uint8',
      nodata: changePalette.outside.code,
      overviews: { prefer: changeCodes },
      matching: 'strings',
      bands: [{ description: 'change', items: changeClassItems(legend) }],
      palette: changeColourTable,
      samples: [layer],
    },
    { signal },
  );
  const auxXml = strToU8(changeAuxXml(legend));
  await writeWhole(changeAux, auxXml);
  const archive = zipSync(
    {
      [basename(change)]: [await readFile(change), { level: 0 }],
      [basename(changeAux)]: auxXml,
      'change.qml': strToU8(changeQml(legend)),
    },
    { mtime: archiveTime },
  );
  await writeWhole(changeZip, archive);
}

/**
 * Writes the patch to which each pixel belongs, so that a patch can be found by its place.
 *
 * @param patches those that are listed
 */
export function writePatchIds(
  files: AnalysisFiles,
  patches: readonly ChangePatch[],
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
  signal?: AbortSignal,
): Promise<void> {
  const image: ResultImage = {
    path: files.patchIds,
    grid,
    layout,
    sampleType: 'uint32',
    nodata: 0,
    overviews: 'none',
    matching: 'strings',
    bands: [{ description: 'patch' }],
    samples: [patchIds(patches, layout.pixelCount)],
  };
  return writeImage(image, { signal });
}

function pictureOf(
  path: string,
  { grid, names, bands }: DatePicture,
  layout: PixelLayout,
): ResultImage {
  return {
    path,
    grid,
    layout,
    sampleType: 'uint16',
    nodata: 0,
    overviews: 'average',
    matching: 'runs',
    // Reflectance = number / 10,000. GIS programs apply the scale.
    bands: names.map((description) => ({ description, scale: 0.0001 })),
    samples: bands,
  };
}
