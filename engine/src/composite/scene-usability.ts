import type { Scene } from '../source/scene.ts';
import { cloudReachPixels } from './classification.ts';
import { pixelSizeOf } from './place-on-grid.ts';
import { SceneFileError, type SceneFiles } from './scene-files.ts';
import type { WorkArea } from './types.ts';

/**
 * What a scene shows on the work grid: its scene classification as `usability` codes, unobserved
 * outside of the area. Rejects with TransportError, TiffError or SceneFileError.
 */
export async function readUsability(
  scene: Scene,
  { files, workArea }: { files: SceneFiles; workArea: WorkArea },
): Promise<Uint8Array> {
  if (!scene.classification) {
    throw new SceneFileError('it has no scene classification');
  }
  const { grid, mask, pixelSizeMeters } = workArea;
  const placed = await files.open(scene, scene.classification, pixelSizeMeters);
  const usable = new Uint8Array(new SharedArrayBuffer(mask.length));
  const read = await files.read(placed, grid, mask, cloudReachPixels(pixelSizeOf(placed.grid)));
  if (!read) return usable;
  const run = files.runnerFor(mask.length);
  await run('placeClassification', { read, gridWidth: grid.width, mask, usable });
  return usable;
}
