import type { MultiPolygon } from 'geojson';
import { withConfidence } from '../src/analysis/confidence/confidence.ts';
import { findLaterSight, type LaterSight } from '../src/analysis/dating/later-sight.ts';
import { measureOnScene } from '../src/analysis/dating/patch-measures.ts';
import { pixelsOfPatches } from '../src/analysis/dating/patch-pixels.ts';
import { clearOpenWater } from '../src/analysis/detect.ts';
import { measurePatchIndices } from '../src/analysis/measure/patch-indices.ts';
import { type ChangePatch, measurePatches } from '../src/analysis/measure/patches.ts';
import { type EarlierYears, takeBackRecurringChange } from '../src/analysis/recurring-change.ts';
import { compareControl } from '../src/change/detection/control.ts';
import { type ChangeDetection, changeClass, detectChange } from '../src/change/index.ts';
import type { PicturePair } from '../src/composite/index.ts';
import { coordinateTransform } from '../src/crs/transform.ts';
import { type Grid, pixelToCrs } from '../src/raster/grid.ts';
import { outlinePixels } from '../src/raster/outline.ts';
import { rectangleLayout } from '../src/raster/pixel-layout.ts';
import type { ConfidencePair } from './confidence-pairs.ts';
import {
  composePlace,
  controlFactor,
  type PlaceScenes,
  type SimulatedPicture,
} from './simulated-composites.ts';

/** So many of the largest patches of a run are dated. */
const maxDated = 60;

/** A patch, and whether it is right: at least half of its labelled pixels truly changed. */
export interface JudgedPatch {
  readonly patch: ChangePatch;
  readonly isRight: boolean;
  /** What later clear scenes show of it; undefined where none were looked at. */
  readonly later?: LaterSight | null;
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
  const judged = judgePatches({ ...detection, earlier }, comparable, grid, truth);
  if (judged.length === 0) return [];
  const outlines = judged.map(({ patch }) => outlineOf(patch, grid));
  const sights = laterSights(outlines.slice(0, maxDated), place.scenes());
  return judged.map((each, index) => ({ ...each, later: sights[index] }));
}

/** What the scenes of a place tell of patches, as the dating of a run reads them. */
function laterSights(
  outlines: readonly MultiPolygon[],
  { grid, ...scenes }: PlaceScenes,
): (LaterSight | null)[] {
  const pixels = pixelsOfPatches(outlines, grid);
  const measure = ({ bands, names, valid }: SimulatedPicture) => {
    const [nir, red, swir2] = (['nir', 'red', 'swir2'] as const).map(
      (name) => bands[names.indexOf(name)]!,
    );
    const isClear = (index: number) => valid[index] === 1;
    return measureOnScene({ nir: nir!, red: red!, swir2: swir2!, isClear }, pixels);
  };
  const [before, after] = [scenes.before.map(measure), scenes.after.map(measure)];
  const later = scenes.later.map((scene) => ({ date: scene.date, measured: measure(scene) }));
  return outlines.map((_, patch) =>
    findLaterSight({
      before: before.map((measured) => measured[patch]!),
      after: after.map((measured) => measured[patch]!),
      later: later.map(({ date, measured }) => ({ date, measures: measured[patch]! })),
    }),
  );
}

/** The outline of a patch in longitude and latitude. */
function outlineOf({ pixels }: ChangePatch, grid: Grid): MultiPolygon {
  const toLonLat = coordinateTransform(grid.epsg!, 4326);
  const coordinates = outlinePixels(pixels, rectangleLayout(grid)).map((rings) =>
    rings.map((ring) =>
      ring.map(([column, row]) => [...toLonLat(...pixelToCrs(grid.affine, column, row))]),
    ),
  );
  return { type: 'MultiPolygon', coordinates };
}
