import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { expect, test } from 'vitest';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import type { BandName, Scene } from '../../source/scene.ts';
import { subareasOf } from '../area/subareas.ts';
import { noGaps } from '../dates/gaps.ts';
import type { Composite, CompositePair, WorkArea } from '../types.ts';
import { Mosaic } from './mosaic.ts';

/** 20 × 20 pixels, four subareas of 10 × 10, all of it area. */
const workArea: WorkArea = {
  grid: { width: 20, height: 20, affine: [320, 0, 0, 0, -320, 0], epsg: 5070 },
  layout: rectangleLayout({ width: 20, height: 20 }),
  mask: new Uint8Array(400).fill(1),
  pixelCount: 400,
  pixelSizeMeters: 320,
};
const subareas = subareasOf(workArea, 3_200);
const all: readonly BandName[] = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'];

function scene(id: string, day: string): Scene {
  return {
    id,
    collection: 'scenes',
    datetime: `${day}T18:00:00Z`,
    platform: undefined,
    cloudCoverPercent: 0,
    footprint: { type: 'Polygon', coordinates: [] },
    epsg: 32613,
    bands: {},
    classification: undefined,
  };
}

/** A subarea filled by one scene up to `clear` pixels, all values `value`. */
function composite(
  used: Scene,
  { names, value, clear = 100 }: { names: readonly BandName[]; value: number; clear?: number },
): Composite {
  const valid = Uint8Array.from({ length: 100 }, (_, pixel) => (pixel < clear ? 1 : 0));
  return {
    grid: workArea.grid,
    names,
    bands: names.map(() => Uint16Array.from(valid, (isValid) => isValid * value)),
    valid,
    water: new Uint8Array(100),
    sceneIndex: valid.map((isValid) => (isValid === 1 ? 0 : 255)),
    scenes: [
      {
        scene: used,
        pixelCount: clear,
        shareUsed: clear / 100,
        cloudShare: 1 - clear / 100,
        coveredPixels: 100,
      },
    ],
    date: used.datetime.slice(0, 10),
    clearShare: clear / 100,
  };
}

function pairOf(before: Composite, after: Composite): CompositePair {
  return { before, after, gaps: { before: noGaps, after: noGaps }, notes: [] };
}

test('pieces lie there and back, and cover all', () => {
  expect(subareas.map(({ window }) => [window.column, window.row])).toEqual([
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ]);
  expect(subareas.every(({ workArea: { pixelCount } }) => pixelCount === 100)).toBe(true);
});

test('a subarea without a pixel of the area is left out, others shrink to theirs', () => {
  const mask = new Uint8Array(400);
  mask.fill(1, 0, 5);
  mask[19 * 20 + 19] = 1;
  const found = subareasOf({ ...workArea, mask, pixelCount: 6 }, 3_200);
  expect(found.map(({ window }) => window)).toEqual([
    { column: 0, row: 0, width: 5, height: 1 },
    { column: 19, row: 19, width: 1, height: 1 },
  ]);
});

test('pictures are levelled where subareas show other days, what change is looked for in is not', () => {
  const mosaic = new Mosaic(workArea);
  const [one, other, later] = [
    scene('one', '2019-07-01'),
    scene('other', '2019-07-06'),
    scene('later', '2021-07-01'),
  ];
  for (const subarea of subareas) {
    // The eastern subareas lie under haze on the earlier date.
    const isHazy = subarea.window.column > 0;
    const before = composite(isHazy ? other : one, { names: all, value: isHazy ? 620 : 500 });
    mosaic.add(subarea, pairOf(before, composite(later, { names: all, value: 700 })));
  }
  const { pair, comparable, notes } = mosaic.finish();
  const across = (bands: readonly Uint16Array[]) => [bands[0][209], bands[0][210]];
  const [west, east] = across(pair.before.bands) as [number, number];
  expect(Math.abs(east - west)).toBeLessThan(20);
  expect(across(comparable.before.bands)).toEqual([500, 620]);
  expect(across(pair.after.bands)).toEqual([700, 700]);
  expect(notes.map(runSentence)).toEqual([
    'The pictures are put together from several days and levelled where these meet; change was looked for in the values before that.',
  ]);
});

test('a scene that several subareas use is told once, with its shares of the whole', () => {
  const mosaic = new Mosaic(workArea);
  const [shared, other, later] = [
    scene('shared', '2019-07-01'),
    scene('other', '2019-07-06'),
    scene('later', '2021-07-01'),
  ];
  for (const [index, subarea] of subareas.entries()) {
    const used = index === 3 ? other : shared;
    const before = composite(used, { names: all, value: 500, clear: index === 0 ? 40 : 100 });
    mosaic.add(subarea, pairOf(before, composite(later, { names: all, value: 700 })));
  }
  const { pair, comparable } = mosaic.finish();
  expect(
    pair.before.scenes.map(({ scene: { id }, pixelCount, shareUsed, cloudShare }) => [
      id,
      pixelCount,
      shareUsed,
      Number(cloudShare.toFixed(6)),
    ]),
  ).toEqual([
    ['shared', 240, 0.6, 0.2],
    ['other', 100, 0.25, 0],
  ]);
  expect(pair.before.date).toBe('2019-07-01');
  expect(pair.before.clearShare).toBeCloseTo(0.85, 12);
  // The first subarea is clear in its first four rows.
  expect([3 * 20, 5 * 20, 5 * 20 + 10].map((pixel) => comparable.before.bands[0][pixel])).toEqual([
    500, 0, 500,
  ]);
});

test('bands that nearly all subareas have are used, and the other subareas are left out', () => {
  const mosaic = new Mosaic(workArea);
  const [one, later] = [scene('one', '2019-07-01'), scene('later', '2021-07-01')];
  const four = all.slice(0, 4);
  for (const [index, subarea] of subareas.entries()) {
    const [names, clear] = index === 0 ? [four, 20] : [all, 100];
    const before = composite(one, { names, value: 500, clear });
    mosaic.add(subarea, pairOf(before, composite(later, { names, value: 700, clear })));
  }
  const { pair, notes } = mosaic.finish();
  expect(pair.before.names).toEqual(all);
  expect(pair.after.valid[0]).toBe(0);
  expect(pair.after.bands[0][0]).toBe(0);
  expect(pair.after.clearShare).toBeCloseTo(0.75, 12);
  expect(notes.map(runSentence)).toEqual([
    '25.0 % of the area is unobserved because its scenes lack bands that the others have.',
  ]);
});

test('bands that too few subareas have are not used at all', () => {
  const mosaic = new Mosaic(workArea);
  const [one, later] = [scene('one', '2019-07-01'), scene('later', '2021-07-01')];
  for (const [index, subarea] of subareas.entries()) {
    const names = index === 0 ? all.slice(0, 4) : all;
    mosaic.add(
      subarea,
      pairOf(composite(one, { names, value: 500 }), composite(later, { names, value: 700 })),
    );
  }
  const { pair, notes } = mosaic.finish();
  expect(pair.before.names).toEqual(['blue', 'green', 'red', 'nir']);
  expect(pair.before.clearShare).toBeCloseTo(1, 12);
  expect(notes).toEqual([]);
});
