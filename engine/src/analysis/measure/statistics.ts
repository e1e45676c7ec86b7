import { type ChangeKind, changeClass, type Severity, severityCode } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { groundAreas } from '../../raster/ground-area.ts';
import type { AreaStatistics, KindStatistics, SeverityStatistics } from '../types.ts';
import { type ChangeClasses, type ChangePatch, measurePatches } from './patches.ts';

/**
 * The statistics of a change mask: for the pixels of the area, and for its patches. Areas are
 * measured on the WGS 84 ellipsoid. Patches are 8-connected, and all of a patch counts for its most
 * frequent kind. Severity is counted pixel by pixel.
 *
 * @param found its mask holds `changeClass` codes: samples of the work area's layout, as all are
 * @param areaHectares the result of `hectaresOfArea`
 */
export function measureChange(
  { mask, ...classes }: ChangeClasses & { readonly mask: Uint8Array },
  workArea: WorkArea,
  areaHectares = hectaresOfArea(workArea),
): { statistics: AreaStatistics; patches: ChangePatch[] } {
  const { grid, layout, mask: areaMask, pixelSizeMeters } = workArea;
  const ground = groundAreas(grid);
  const isClear = new Uint8Array(mask.length);
  const isChanged = new Uint8Array(mask.length);
  for (let index = 0; index < mask.length; index++) {
    if (areaMask[index] !== 1 || mask[index] === changeClass.unobserved) continue;
    isClear[index] = 1;
    if (mask[index] === changeClass.changed) isChanged[index] = 1;
  }
  const clearHectares = ground.hectaresOf(isClear, 1, layout);
  const patches = measurePatches(isChanged, classes, workArea);
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
    ...(classes.severities && {
      severities: severityStatistics(patches, classes.severities, workArea),
    }),
  };
  return { statistics, patches };
}

/** The true size of the area's pixels on the ellipsoid. */
export function hectaresOfArea({ grid, layout, mask }: WorkArea): number {
  return groundAreas(grid).hectaresOf(mask, 1, layout);
}

function kindStatistics(
  patches: readonly ChangePatch[],
  changedHectares: number,
): KindStatistics[] {
  const byKind = new Map<ChangeKind, { hectares: number; patchCount: number }>();
  for (const { kind, hectares } of patches) {
    const known = byKind.get(kind) ?? { hectares: 0, patchCount: 0 };
    known.hectares += hectares;
    known.patchCount++;
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

function severityStatistics(
  patches: readonly ChangePatch[],
  severities: Uint8Array,
  { grid, layout }: WorkArea,
): SeverityStatistics[] {
  // Patches hold the changed pixels of the area, and no others.
  const changed = new Uint8Array(severities.length);
  for (const { pixels } of patches) {
    for (const pixel of pixels) changed[pixel] = severities[pixel];
  }
  const ground = groundAreas(grid);
  const found = (Object.keys(severityCode) as Severity[])
    .map((severity) => ({
      severity,
      hectares: ground.hectaresOf(changed, severityCode[severity], layout),
    }))
    .filter(({ hectares }) => hectares > 0);
  const all = found.reduce((sum, { hectares }) => sum + hectares, 0);
  return found.map(({ severity, hectares }) => ({ severity, hectares, share: hectares / all }));
}
