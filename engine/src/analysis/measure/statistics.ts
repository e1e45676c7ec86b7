import { type ChangeKind, changeClass } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { groundAreas } from '../../raster/ground-area.ts';
import type { AreaStatistics, KindStatistics } from '../types.ts';
import { measurePatches, type Patch } from './patches.ts';

/**
 * The statistics of a change mask: for the pixels of the area, and for its patches. Areas are
 * measured on the WGS 84 ellipsoid. Patches are 8-connected, and all of a patch counts for its most
 * frequent kind.
 *
 * @param mask `changeClass` codes: a plane of the work area's layout, as `kinds` is
 * @param kinds `changeKindCode` of the changed pixels
 * @param areaHectares the result of `hectaresOfArea`
 */
export function measureChange(
  mask: Uint8Array,
  kinds: Uint8Array,
  workArea: WorkArea,
  areaHectares = hectaresOfArea(workArea),
): { statistics: AreaStatistics; patches: Patch[] } {
  const { grid, layout, mask: areaMask, pixelSizeMeters } = workArea;
  const ground = groundAreas(grid);
  const isClear = new Uint8Array(mask.length);
  const isChanged = new Uint8Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    if (areaMask[index] !== 1 || mask[index] === changeClass.unobserved) continue;
    isClear[index] = 1;
    if (mask[index] === changeClass.changed) isChanged[index] = 1;
  }
  const clearHectares = ground.hectaresOf(isClear, 1, layout);
  const patches = measurePatches(isChanged, kinds, workArea);
  const changedHectares = patches.reduce((sum, { hectares }) => sum + hectares, 0);
  const statistics: AreaStatistics = {
    areaHectares,
    clearHectares,
    clearShare: areaHectares === 0 ? 0 : clearHectares / areaHectares,
    changedHectares,
    changedShare: clearHectares === 0 ? 0 : changedHectares / clearHectares,
    patchCount: patches.length,
    largestPatchHectares: patches[0]?.hectares ?? 0,
    pixelSizeMeters,
    kinds: kindStatistics(patches, changedHectares),
  };
  return { statistics, patches };
}

/** The true size of the area's pixels on the ellipsoid. */
export function hectaresOfArea({ grid, layout, mask }: WorkArea): number {
  return groundAreas(grid).hectaresOf(mask, 1, layout);
}

function kindStatistics(patches: readonly Patch[], changedHectares: number): KindStatistics[] {
  const byKind = new Map<ChangeKind, { hectares: number; patchCount: number }>();
  for (const { kind, hectares } of patches) {
    const known = byKind.get(kind) ?? { hectares: 0, patchCount: 0 };
    known.hectares += hectares;
    known.patchCount += 1;
    byKind.set(kind, known);
  }
  return [...byKind]
    .map(([kind, { hectares, patchCount }]) => ({
      kind,
      hectares,
      share: hectares / changedHectares,
      patchCount,
    }))
    .sort((one, other) => other.hectares - one.hectares);
}

/** Hectares as the notes write them: `1,234.5 ha`. */
export function hectaresText(hectares: number): string {
  return `${hectares.toLocaleString('en-US', { maximumFractionDigits: 1 })} ha`;
}
