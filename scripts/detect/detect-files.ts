import { resolve } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import {
  type ChangeMethod,
  changeClass,
  detectChange,
  summariseMask,
} from '@refugia/engine/change/index.ts';
import { CrsError } from '@refugia/engine/crs/errors.ts';
import { groundAreas } from '@refugia/engine/raster/ground-area.ts';
import { writeCog, writeFileAtomically } from '@refugia/engine/tiff/index.ts';
import { messageOf } from '../../server/src/platform/thrown.ts';
import type { DetectRequest } from './arguments.ts';
import { type InputPicture, readPicture } from './read-picture.ts';

export interface DetectSummary {
  readonly method: ChangeMethod;
  readonly width: number;
  readonly height: number;
  /** The numbers of the compared bands in the files, from 1. */
  readonly bands: readonly number[];
  /** The number of pixels with data on both dates. */
  readonly validPixels: number;
  /** The number of pixels that the mask marks as unchanged or changed. */
  readonly observedPixels: number;
  readonly changedPixels: number;
  /** The changed share of the observed pixels, 0 to 1. */
  readonly changedShare: number;
  /** The changed area on the ellipsoid; null when the files don't say where the pixels lie. */
  readonly changedHectares: number | null;
  readonly patches: number;
  /** The threshold; null when there were no pixels to choose it from. */
  readonly threshold: number | null;
  readonly correlations: readonly number[];
  readonly rounds: number;
  readonly converged: boolean;
  readonly legend: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly elapsedSeconds: number;
  readonly files: { readonly before: string; readonly after: string; readonly change: string };
}

/**
 * Compares two files and writes the change mask.
 * @throws with one sentence when the files can't be read or don't fit together, or the mask can't
 * be written; no mask is left then
 */
export async function detectFiles(request: DetectRequest): Promise<DetectSummary> {
  const started = performance.now();
  const { beforePath, afterPath, outPath } = request;
  for (const path of [beforePath, afterPath]) {
    if (resolve(path) === resolve(outPath)) {
      throw new Error(`--out would overwrite ${path}: give the mask another name.`);
    }
  }
  const before = await readPicture(beforePath, request);
  const after = await readPicture(afterPath, request);
  requireSameShape(before, after, request);

  const detection = detectChange(before.stack, after.stack, {
    method: request.method,
    landCover: request.landCover,
    smallestPatchPixels: request.smallestPatchPixels,
    blankMaskMargins: request.blankMaskMargins,
  });
  const { mask, threshold } = detection;
  const { width, height } = before.stack;
  const notes = [...before.notes, ...after.notes, ...detection.notes.map(runSentence)];
  const hectares = changedHectares(before, mask, notes);
  await writeMask(outPath, before, mask);

  const { observedPixels, changedPixels, changedShare, patchCount } = summariseMask(
    mask,
    width,
    height,
  );
  return {
    method: detection.method,
    width,
    height,
    bands: (request.bands ?? before.stack.bands.map((_, band) => band)).map((band) => band + 1),
    validPixels: countValid(before, after),
    observedPixels,
    changedPixels,
    changedShare,
    changedHectares: hectares,
    patches: patchCount,
    threshold: Number.isFinite(threshold) ? threshold : null,
    correlations: detection.correlations,
    rounds: detection.rounds,
    converged: detection.converged,
    legend: Object.fromEntries(Object.entries(changeClass).map(([name, code]) => [code, name])),
    notes,
    elapsedSeconds: Math.round(performance.now() - started) / 1000,
    files: { before: beforePath, after: afterPath, change: outPath },
  };
}

function requireSameShape(before: InputPicture, after: InputPicture, request: DetectRequest): void {
  const { beforePath, afterPath } = request;
  const size = ({ stack }: InputPicture) => `${stack.width} × ${stack.height} pixels`;
  if (size(before) !== size(after)) {
    throw new Error(
      `The two pictures must cover the same pixels, but ${beforePath} has ${size(before)} and ` +
        `${afterPath} has ${size(after)}: warp one to the other's grid first.`,
    );
  }
  if (before.stack.bands.length !== after.stack.bands.length) {
    throw new Error(
      `The two pictures must have the same bands, but ${beforePath} has ` +
        `${before.stack.bands.length} and ${afterPath} has ${after.stack.bands.length}: choose with --bands.`,
    );
  }
}

function countValid(before: InputPicture, after: InputPicture): number {
  let count = 0;
  for (let i = 0; i < before.stack.valid.length; i++) {
    if (before.stack.valid[i] !== 0 && after.stack.valid[i] !== 0) count++;
  }
  return count;
}

function changedHectares(
  { stack: { width, height }, affine, epsg }: InputPicture,
  mask: Uint8Array,
  notes: string[],
): number | null {
  if (affine === undefined || epsg === undefined) {
    notes.push('The picture before does not say where it lies: no area is given.');
    return null;
  }
  try {
    const areas = groundAreas({ width, height, affine, epsg });
    return areas.hectaresOf(mask, changeClass.changed);
  } catch (error) {
    if (!(error instanceof CrsError)) throw error;
    notes.push(`EPSG:${epsg} is not known here: no area is given.`);
    return null;
  }
}

async function writeMask(
  path: string,
  { stack: { width, height }, affine, epsg }: InputPicture,
  mask: Uint8Array,
): Promise<void> {
  const nodata = changeClass.unobserved;
  const image = {
    width,
    height,
    sampleType: 'uint8',
    affine,
    epsg,
    nodata,
    samples: [mask],
  } as const;
  try {
    await writeFileAtomically(path, (sink) =>
      writeCog(image, sink, { overviews: { prefer: [changeClass.changed] } }),
    );
  } catch (error) {
    throw new Error(`The mask can't be written to ${path}: ${messageOf(error)}`, { cause: error });
  }
}
