import { withConfidence } from '../src/analysis/confidence/confidence.ts';
import { clearOpenWater } from '../src/analysis/detect.ts';
import { measurePatchIndices } from '../src/analysis/measure/patch-indices.ts';
import { type ChangePatch, measurePatches } from '../src/analysis/measure/patches.ts';
import { type EarlierYears, takeBackRecurringChange } from '../src/analysis/recurring-change.ts';
import { compareControl } from '../src/change/detection/control.ts';
import { type ChangeDetection, changeClass, detectChange } from '../src/change/index.ts';
import type { PicturePair } from '../src/composite/index.ts';
import type { Grid } from '../src/raster/grid.ts';
import { rectangleLayout } from '../src/raster/pixel-layout.ts';
import type { ConfidencePair } from './confidence-pairs.ts';
import { composePlace, controlFactor } from './simulated-composites.ts';

/** A patch, and whether it is right: at least half of its labelled pixels truly changed. */
export interface JudgedPatch {
  readonly patch: ChangePatch;
  readonly isRight: boolean;
}

/**
 * The labelled patches of a detection, with their confidence.
 *
 * @param label of each pixel: 1 changed, 0 unchanged, anything else not labelled
 */
export function judgePatches(
  detection: ChangeDetection & { readonly earlier: EarlierYears | undefined },
  comparable: PicturePair,
  grid: Grid,
  label: ArrayLike<number>,
): JudgedPatch[] {
  const layout = rectangleLayout(grid);
  const isChanged = detection.mask.map((code) => (code === changeClass.changed ? 1 : 0));
  const found = measurePatches(isChanged, detection, { grid, layout });
  const indices = measurePatchIndices(found, comparable);
  const patches = withConfidence(
    found.map((patch, index) => ({ ...patch, indices: indices[index] })),
    {
      detection,
      comparable,
      workArea: { layout, mask: new Uint8Array(layout.pixelCount).fill(1) },
    },
  );
  return patches.flatMap((patch) => {
    let [changed, unchanged] = [0, 0];
    for (const pixel of patch.pixels) {
      if (label[pixel] === 1) changed++;
      else if (label[pixel] === 0) unchanged++;
    }
    return changed + unchanged === 0 ? [] : [{ patch, isRight: changed >= unchanged }];
  });
}

/** The patches that a run would find on a pair of the simulation; none if nothing is clear. */
export function judgeSimulated({ center, startDate, endDate }: ConfidencePair): JudgedPatch[] {
  const place = composePlace(center, startDate, endDate);
  if (place === undefined) return [];
  const { grid, before, after, truth } = place;
  const detection = detectChange(before, after);
  clearOpenWater(detection.mask, before.water, after.water);
  if (!detection.mask.includes(changeClass.changed)) return [];
  const control = place.control();
  const earlier = control && {
    ...compareControl(control.earlier, control.after),
    factor: controlFactor,
    date: control.earlier.date,
  };
  takeBackRecurringChange(detection, earlier, { grid, layout: rectangleLayout(grid) });
  const comparable = { before, after } as unknown as PicturePair;
  return judgePatches({ ...detection, earlier }, comparable, grid, truth);
}
