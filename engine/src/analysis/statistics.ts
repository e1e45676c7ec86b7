import { changeClass, labelPatches } from '../change/index.ts';
import type { WorkArea } from '../composite/types.ts';
import { groundAreas } from '../raster/ground-area.ts';
import type { AreaStatistics } from './types.ts';

/**
 * A change mask in numbers, for the pixels of the area. Sizes are measured on the WGS 84 ellipsoid;
 * patches are 8-connected.
 *
 * @param mask `changeClass` codes, of the work area's grid
 */
export function areaStatistics(
  mask: Uint8Array,
  { grid, mask: areaMask, pixelSizeMeters }: WorkArea,
): AreaStatistics {
  const ground = groundAreas(grid);
  const isClear = areaMask.map((inside, index) =>
    inside === 1 && mask[index] !== changeClass.unobserved ? 1 : 0,
  );
  const isChanged = isClear.map((clear, index) =>
    clear === 1 && mask[index] === changeClass.changed ? 1 : 0,
  );
  const areaHectares = ground.hectaresOf(areaMask);
  const clearHectares = ground.hectaresOf(isClear);
  const { labels, count } = labelPatches(isChanged, grid.width, grid.height);
  const patchHectares = new Float64Array(count + 1);
  for (let index = 0; index < labels.length; index += 1) {
    const label = labels[index]!;
    if (label === 0) continue;
    patchHectares[label]! += ground.hectaresAt(index % grid.width, Math.floor(index / grid.width));
  }
  const changedHectares = patchHectares.reduce((sum, hectares) => sum + hectares, 0);
  return {
    areaHectares,
    clearHectares,
    clearShare: areaHectares === 0 ? 0 : clearHectares / areaHectares,
    changedHectares,
    changedShare: clearHectares === 0 ? 0 : changedHectares / clearHectares,
    patchCount: count,
    largestPatchHectares: patchHectares.reduce(
      (largest, hectares) => Math.max(largest, hectares),
      0,
    ),
    pixelSizeMeters,
  };
}
