import { expect, test } from 'vitest';
import { areaBounds, type Bounds, rectanglePolygon } from '../../geo/bounds.ts';
import { type ComparedPatch, type ComparedRun, comparePatches } from './patch-comparison.ts';
import type { PatchFeature } from './patch-files.ts';

function patch(id: number, bounds: Bounds): PatchFeature {
  const [west, south, east, north] = bounds;
  return {
    type: 'Feature',
    id,
    bbox: bounds,
    properties: {
      ...{ id, kind: 'vegetation_loss', hectares: 1 },
      longitude: (west + east) / 2,
      latitude: (south + north) / 2,
    },
    geometry: rectanglePolygon(bounds),
  };
}

const idsOf = (patches: readonly ComparedPatch[]) =>
  patches.map(({ feature, matches }) => [feature.properties.id, ...matches]);

const area = rectanglePolygon([10, 0, 10.1, 0.1]);

/** A run that sees everything, but for what the changes say. */
const run = (patches: PatchFeature[], changes: Partial<ComparedRun> = {}): ComparedRun => ({
  ...{ area, patches, unobservedShare: async () => 0 },
  ...changes,
});

test('patches are new, gone or the same, the largest first', async () => {
  const earlier = [
    patch(1, [10, 0, 10.02, 0.01]),
    patch(2, [10.05, 0.05, 10.06, 0.06]),
    patch(3, [10.08, 0.08, 10.081, 0.081]),
  ];
  const later = [
    patch(1, [10.07, 0.02, 10.071, 0.021]),
    patch(2, [10, 0, 10.008, 0.01]),
    patch(3, [10.01, 0, 10.02, 0.01]),
    patch(4, [10.09, 0.02, 10.1, 0.03]),
  ];
  const found = (await comparePatches(run(earlier), run(later)))!;
  expect(idsOf(found.new)).toEqual([[4], [1]]);
  expect(idsOf(found.gone)).toEqual([[2], [3]]);
  expect(idsOf(found.same)).toEqual([
    [3, 1],
    [2, 1],
  ]);
  expect(idsOf(found.sameEarlier)).toEqual([[1, 2, 3]]);
  expect([found.elsewhere, found.hidden]).toEqual([[], []]);
  // A hundredth of a degree on the equator is 1,113.195 m by 1,105.743 m on WGS 84: 123.0907 ha
  // (the lengths of a degree by NGA.STND.0036, 111,319.49 m and 110,574.28 m).
  expect(found.gone[0]!.hectares).toBeCloseTo(123.091, 2);
  expect(found.commonHectares / 123.0907 / 100).toBeCloseTo(1, 4);
  const [whole] = found.sameEarlier;
  expect(whole!.sharedHectares / whole!.hectares).toBeCloseTo(0.9, 6);
});

test('a patch says nothing where the other run did not look', async () => {
  const beside = rectanglePolygon([10.05, 0, 10.15, 0.1]);
  const earlier = [patch(1, [10.01, 0, 10.02, 0.01]), patch(2, [10.06, 0, 10.07, 0.01])];
  const later = [patch(1, [10.12, 0, 10.13, 0.01])];
  const found = (await comparePatches(run(earlier), run(later, { area: beside })))!;
  expect(idsOf(found.gone)).toEqual([[2]]);
  expect(idsOf(found.new)).toEqual([]);
  expect(idsOf(found.elsewhere)).toEqual([[1], [1]]);
});

test('a patch is hidden if the other run did not see more than half of it', async () => {
  const share = (known: Record<number, number>): Partial<ComparedRun> => ({
    unobservedShare: async (shape) => known[areaBounds(shape)[0]]!,
  });
  const earlier = [patch(1, [10, 0, 10.02, 0.01]), patch(2, [10.05, 0, 10.06, 0.01])];
  const later = [patch(1, [10.07, 0, 10.1, 0.01]), patch(2, [10.03, 0, 10.04, 0.01])];
  const found = (await comparePatches(
    run(earlier, share({ 10.07: 0.51, 10.03: 0.5 })),
    run(later, share({ 10: 0.5, 10.05: 1 })),
  ))!;
  expect([idsOf(found.gone), idsOf(found.new)]).toEqual([[[1]], [[2]]]);
  expect(found.hidden.map((each) => [each.run, each.feature.properties.id])).toEqual([
    ['later', 1],
    ['earlier', 2],
  ]);
});

test('areas without common ground are not compared', async () => {
  const apart = rectanglePolygon([11, 0, 11.1, 0.1]);
  expect(await comparePatches(run([]), run([], { area: apart }))).toBeUndefined();
});
