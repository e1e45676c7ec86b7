import { expect, test } from 'vitest';
import { chooseLaterScenes } from './date-patches.ts';
import { findLaterSight } from './later-sight.ts';
import { measureOnScene } from './patch-measures.ts';

/** A patch whose NBR falls by .4 and whose NDVI falls by .1, and later NBR and NDVI of some days. */
function series(...later: (readonly [nbr: number | undefined, ndvi: number | undefined])[]) {
  return {
    before: [
      [0.02, 0.01],
      [undefined, undefined],
    ],
    after: [[-0.38, -0.09]],
    later: later.map((measures, index) => ({ date: `2024-07-0${index + 1}`, measures })),
  };
}

// Expected answers were read from the figures by hand: 65 % of the way is an NBR of −.24, 35 % is −.12.
test.each([
  ['stays changed', [[-0.36, 0.01]], { date: '2024-07-01', isChanged: true }],
  ['is as before again', [[0, -0.09]], { date: '2024-07-01', isChanged: false }],
  ['lies between both', [[-0.18, -0.09]], null],
  ['is hidden', [[undefined, undefined]], null],
  // The mean of the days decides, and one that hides the patch is no day on which it was seen.
  [
    'is seen twice',
    [
      [-0.2, 0],
      [-0.4, 0],
      [undefined, 0],
    ],
    { date: '2024-07-02', isChanged: true },
  ],
  // Where the larger index is hidden, the other one tells.
  ['shows one index', [[undefined, -0.09]], { date: '2024-07-01', isChanged: true }],
] as const)('a patch that later %s', (_name, later, expected) => {
  expect(findLaterSight(series(...later))).toEqual(expected);
});

test('a patch that never differed from the ground around is not seen changed', () => {
  const alike = { ...series([-0.03, 0]), after: [[-0.02, -0.02]] };
  expect(findLaterSight(alike)).toEqual({ date: '2024-07-01', isChanged: false });
  expect(findLaterSight({ ...series([-0.4, 0]), after: [] })).toBeNull();
});

test('the scenes of the next three days that are not cloudy are looked at, with all their tiles', () => {
  const scene = (id: string, datetime: string, cloudCoverPercent: number) => ({
    ...{ id, datetime, cloudCoverPercent, collection: 'c', platform: undefined, bands: {} },
    ...{ epsg: undefined, classification: undefined },
    footprint: { type: 'Polygon' as const, coordinates: [] },
  });
  const chosen = chooseLaterScenes([
    scene('cloudy', '2024-07-01T10:00:00Z', 80),
    scene('west', '2024-07-04T10:00:00Z', 90),
    scene('east', '2024-07-04T10:01:00Z', 10),
    scene('second', '2024-07-06T10:00:00Z', 0),
    scene('third', '2024-07-09T10:00:00Z', 60),
    scene('late', '2024-07-11T10:00:00Z', 0),
  ]);
  expect(chosen.map(({ id }) => id)).toEqual(['west', 'east', 'second', 'third']);
});

test('a scene measures a patch against its surroundings where it shows enough of both', () => {
  // Pixels 0 to 4 are the patch, 5 to 9 the ground. By hand: NBR .5 and .2, NDVI 0 and .6.
  const of = (patch: number, ground: number) =>
    Uint16Array.from({ length: 10 }, (_, index) => (index < 5 ? patch : ground));
  const bands = { nir: of(3_000, 6_000), swir2: of(1_000, 4_000), red: of(3_000, 1_500) };
  const pixels = [{ inside: [0, 1, 2, 3, 4], around: [5, 6, 7, 8, 9] }];
  const [measured] = measureOnScene({ ...bands, isClear: (index) => index !== 4 }, pixels);
  expect(measured![0]).toBeCloseTo(0.3);
  expect(measured![1]).toBeCloseTo(-0.6);
  const hidden = measureOnScene({ ...bands, isClear: (index) => index > 1 }, pixels);
  expect(hidden).toEqual([[undefined, undefined]]);
});
