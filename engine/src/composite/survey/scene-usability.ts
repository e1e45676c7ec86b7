import { sharedArray } from '../../memory/shared-array.ts';
import type { Scene } from '../../source/scene.ts';
import { placeClassification } from '../place/place-classification.ts';
import { pixelSizeOf } from '../place/place-on-grid.ts';
import { SceneFileError } from '../read/file-trouble.ts';
import type { NeededPixels } from '../read/needed-pixels.ts';
import type { SceneFiles } from '../read/scene-files.ts';
import type { WorkArea } from '../types.ts';
import { cloudReachPixels, usability } from '../usability/classification.ts';
import type { SceneUsability } from './survey.ts';

/**
 * What a scene shows on the work grid: its scene classification as `usability` codes, unobserved
 * outside of the area. `needed` is the area's mask. Rejects with TransportError, TiffError or
 * SceneFileError.
 */
export async function readUsability(
  scene: Scene,
  {
    files,
    workArea,
    needed,
  }: { files: SceneFiles; workArea: WorkArea; needed: NeededPixels | undefined },
): Promise<SceneUsability> {
  if (!scene.classification) throw new SceneFileError({ code: 'no-classification' });
  const { grid, mask, pixelSizeMeters } = workArea;
  const placed = await files.open(scene, scene.classification, pixelSizeMeters);
  const read =
    needed && (await files.read(placed, needed, cloudReachPixels(pixelSizeOf(placed.grid))));
  if (!read) return nothingOf(workArea);
  const usable = sharedArray(Uint8Array, mask.length);
  const run = files.runnerFor(mask.length);
  const task = { read, gridWidth: grid.width, spans: needed.spans, usable };
  const counts = await run(placeClassification, task);
  return { usable, counts };
}

/** The usability of a scene that shows no part of the area. */
export function nothingOf({ mask }: Pick<WorkArea, 'mask'>): SceneUsability {
  const counts = new Uint32Array(Object.keys(usability).length);
  counts[usability.unobserved] = mask.length;
  return { usable: new Uint8Array(mask.length), counts };
}
