import { afterAll, describe, expect, test } from 'vitest';
import { SyntheticRuns } from '../../../testing/synthetic-runs.ts';
import type { SyntheticScene } from '../../../testing/synthetic-scenes.ts';
import type { ScenePreview } from './scene-preview.ts';

const runs = new SyntheticRuns();
afterAll(() => runs.close());

type Change = Partial<SyntheticScene>;
const before = (change: Change = {}): SyntheticScene => ({
  id: 'before',
  datetime: '2021-07-14T17:50:00Z',
  ...change,
});
const after = (change: Change = {}): SyntheticScene => ({
  id: 'after',
  datetime: '2023-07-16T17:50:00Z',
  ...change,
});
/** The area has 180 × 180 pixels from (10, 10) on. */
const west = { column: 0, row: 0, width: 60, height: 300 };
const east = { column: 130, row: 0, width: 170, height: 300 };
const westShare = 50 / 180;
const eastShare = 60 / 180;

/** A preview has pixels of 20 m here, and edges that fall between them. */
const digits = 1;

describe('the share foretold to be seen on both dates is what the run sees', () => {
  test.each([
    ['without clouds and snow', [before(), after()], 1],
    [
      'with snow on one date that its classification misses',
      [before({ missedSnow: west }), after()],
      1 - westShare,
    ],
    [
      'with snow on both dates, on each where the other has none',
      [before({ missedSnow: west }), after({ snow: east })],
      1 - westShare - eastShare,
    ],
    ['with snow on both dates', [before({ snow: west }), after({ snow: west })], 1],
    [
      'with clouds at another place on each date',
      [before({ cloud: west }), after({ cloud: east })],
      // Large clouds hide 140 m around them too.
      1 - westShare - eastShare - 28 / 180,
    ],
  ])('%s', async (_, catalogue, expected) => {
    const preview = await runs.preview({ catalogue });
    const { statistics } = await runs.run({ catalogue, method: 'irmad' });
    expect(preview.isComplete).toBe(true);
    expect(statistics.clearShare).toBeCloseTo(expected, digits);
    expect(preview.seenShare).toBeCloseTo(statistics.clearShare, digits);
  });
});

test('a share that was told before the preview has finished does not change', async () => {
  // The classifications show all of the area, and the bands show snow in its west. A run would not use
  // the further scene.
  const further = before({ id: 'further', datetime: '2021-08-20T17:50:00Z', cloud: east });
  const catalogue = [before({ missedSnow: west }), further, after()];
  const told = await runs.previews({ catalogue });
  for (const figureOf of [
    ({ seenShare }: ScenePreview) => seenShare,
    (preview: ScenePreview) => preview.before.clearShare,
    (preview: ScenePreview) => preview.after.clearShare,
  ]) {
    const figures = told.map(figureOf).filter((figure) => figure !== null);
    expect(figures.length).toBeGreaterThan(1);
    expect(new Set(figures)).toEqual(new Set(figures.slice(-1)));
  }
});

test('bands that can not be read leave what the classification says', async () => {
  const catalogue = [before({ missedSnow: east, snow: west }), after()];
  const faults = [{ kind: 'status', status: 404, path: /before\/B11/ }] as const;
  const preview = await runs.preview({ catalogue, faults });
  expect(preview.isComplete).toBe(true);
  expect(preview.seenShare).toBeCloseTo(1 - westShare, digits);
});

test('a scene chosen by hand, whose bands were not read, tells by its classification', async () => {
  const other = before({ id: 'other', datetime: '2021-08-20T17:50:00Z', snow: west });
  const catalogue = [before({ missedSnow: east }), other, after()];
  expect((await runs.preview({ catalogue })).seenShare).toBeCloseTo(1 - eastShare, digits);
  const chosen = await runs.preview({ catalogue }, { before: { only: ['other'] } });
  expect(chosen.isComplete).toBe(true);
  expect(chosen.seenShare).toBeCloseTo(1 - westShare, digits);
});
