import type { Scene } from '../source/scene.ts';
import { cloudReachPixels, usability, usabilityOf } from './classification.ts';
import { usabilityOfBlocks } from './coarsen.ts';
import { pixelSizeOf, SceneFileError, type SceneFiles } from './scene-files.ts';
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
  const filePixelMeters = pixelSizeOf(placed.grid);
  const read = await files.read(placed, grid, mask, {
    resampling: 'nearest',
    marginPixels: cloudReachPixels(filePixelMeters),
    coarsen: usabilityOfBlocks,
    convert: (raster) => ({ ...raster, bands: [usabilityOf(raster, filePixelMeters)] }),
  });
  const usable = new Uint8Array(mask.length);
  if (!read) return usable;
  const { window, samples } = read;
  for (let row = 0; row < window.height; row += 1) {
    const line = samples.subarray(row * window.width, (row + 1) * window.width);
    usable.set(line, (window.row + row) * grid.width + window.column);
  }
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] === 0) usable[index] = usability.unobserved;
  }
  return usable;
}
