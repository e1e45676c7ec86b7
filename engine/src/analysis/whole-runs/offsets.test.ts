import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readChange, SyntheticRuns } from '../../../testing/synthetic-runs.ts';
import {
  type SyntheticScene,
  syntheticTile,
  syntheticWorld,
} from '../../../testing/synthetic-scenes.ts';
import { FileSource } from '../../source/file-source.ts';
import { openTiff, readWindow } from '../../tiff/index.ts';
import type { AnalysisResult } from '../types.ts';

const runs = new SyntheticRuns();
afterAll(() => runs.close());

const before: SyntheticScene = { id: 'before', datetime: '2021-07-14T17:50:00Z' };
const after: SyntheticScene = { id: 'after', datetime: '2023-07-16T17:50:00Z' };
const processing = { baseline: '05.09', time: '2023-07-17T00:00:00Z' };
const leftIn = 'its reflectance was 0.1 too high in every band';
const takenTwice =
  'its catalogue entry subtracts 0.1 of reflectance that had been subtracted before';

/** Mean number of each band of a picture. */
async function meansOf(path: string): Promise<number[]> {
  const source = await FileSource.open(path);
  try {
    const { image } = await openTiff(source);
    const { width, height } = image;
    const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
    return bands.map((band) => {
      const values = Array.from(band).filter((value) => value > 0);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  } finally {
    await source.close();
  }
}

let truth: Promise<AnalysisResult> | undefined;

/** Expects the result that a correct catalogue entry leads to, however the offset is stated. */
async function expectTruth(result: AnalysisResult): Promise<void> {
  truth ??= runs.run({ catalogue: [before, after] });
  const expected = await meansOf((await truth).files.after);
  const means = await meansOf(result.files.after);
  for (const [band, mean] of means.entries()) {
    // The tolerance is a thousandth of reflectance. A wrong offset would be a tenth.
    expect(Math.abs(mean - expected[band])).toBeLessThan(10);
  }
  expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  expect(Math.abs(result.statistics.changedHectares - 20)).toBeLessThan(2);
}

describe('the reflectance offset of processing baseline 04.00, in whole runs', () => {
  test.each<[string, Partial<SyntheticScene>]>([
    ['is in the numbers and stated', { numbersHoldOffset: true, statedOffset: -0.1 }],
    ['is stated and flagged as applied', { statedOffset: -0.1, offsetApplied: true }],
    [
      'is in the numbers, and only the baseline tells',
      { numbersHoldOffset: true, isSilentOnOffset: true, processing },
    ],
  ])('%s: nothing to be corrected', async (_what, change) => {
    const result = await runs.run({ catalogue: [before, { ...after, ...change }] });
    await expectTruth(result);
    expect(result.notes.map(runSentence).filter((note) => note.includes('reflectance'))).toEqual(
      [],
    );
  });

  test.each<[string, Partial<SyntheticScene>, string]>([
    [
      'flagged as applied while the numbers hold it',
      { numbersHoldOffset: true, statedOffset: -0.1, offsetApplied: true },
      leftIn,
    ],
    [
      'in the numbers, and nothing tells',
      { numbersHoldOffset: true, isSilentOnOffset: true },
      leftIn,
    ],
    ['stated, without the flag, and taken out already', { statedOffset: -0.1 }, takenTwice],
    [
      'flagged as not applied, and taken out already',
      { statedOffset: -0.1, offsetApplied: false },
      takenTwice,
    ],
  ])('%s: found by the values, corrected and told', async (_what, change, words) => {
    const result = await runs.run({ catalogue: [before, { ...after, ...change }] });
    await expectTruth(result);
    const notes = result.notes.map(runSentence).filter((note) => note.includes('reflectance'));
    expect(notes).toEqual([expect.stringMatching(`^after: ${words}.*corrected from the values`)]);
  });

  test('left in on both dates: change is found all the same, and it is told', async () => {
    const wrong = { numbersHoldOffset: true, statedOffset: -0.1, offsetApplied: true };
    const catalogue = [
      { ...before, ...wrong },
      { ...after, ...wrong },
    ];
    const result = await runs.run({ catalogue });
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
    expect(result.notes.map(runSentence).filter((note) => note.includes('reflectance'))).toEqual([
      'On both dates no part of the area is dark in any visible band, although plants grow there: the offset of processing baseline 04.00 (0.1 of reflectance) seems to be left in all scenes. It is alike on both dates and was not taken out; vegetation and burn indices are smaller than they ought to be.',
    ]);
  });

  test('both baselines in one picture are one picture', async () => {
    const north = { column: 0, row: 0, width: 300, height: 60 };
    const south = { column: 0, row: 240, width: 300, height: 60 };
    const catalogue: SyntheticScene[] = [
      { ...before, cloud: south },
      { ...before, id: 'before-2', datetime: '2021-07-24T17:50:00Z', cloud: north },
      // The old scene is processed as in 2021. The new one contains the offset, and its entry says
      // the opposite.
      { ...after, cloud: north },
      {
        ...after,
        id: 'after-2',
        datetime: '2023-07-21T17:50:00Z',
        cloud: south,
        numbersHoldOffset: true,
        statedOffset: -0.1,
        offsetApplied: true,
      },
    ];
    const whole = catalogue.map((scene) => ({ ...scene, tile: syntheticTile }));
    const result = await runs.run({ catalogue: whole, area: syntheticWorld.area });
    expect(result.scenes.map(({ id }) => id)).toContain('after-2');
    expect(result.notes.map(runSentence)).toContainEqual(
      expect.stringMatching(`^after-2: ${leftIn}`),
    );
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  });
});
