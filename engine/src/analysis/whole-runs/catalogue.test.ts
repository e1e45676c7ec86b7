import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readChange, SyntheticRuns } from '../../../testing/synthetic-runs.ts';
import type { SyntheticScene } from '../../../testing/synthetic-scenes.ts';

const runs = new SyntheticRuns();
afterAll(() => runs.close());

const before: SyntheticScene = { id: 'before', datetime: '2021-07-14T17:50:00Z' };
const before2: SyntheticScene = { id: 'before-2', datetime: '2021-07-24T17:50:00Z' };
const after: SyntheticScene = { id: 'after', datetime: '2023-07-16T17:50:00Z' };
const cloud = { column: 0, row: 0, width: 300, height: 300 };

describe('one acquisition that is listed twice counts once', () => {
  test.each<[string, SyntheticScene, SyntheticScene]>([
    [
      'by its newest processing',
      { ...after, cloud, processing: { baseline: '04.00', time: '2023-07-16T22:00:00Z' } },
      { ...after, id: 'after-2', processing: { baseline: '05.10', time: '2024-09-01T00:00:00Z' } },
    ],
    [
      'by the preferred collection',
      { ...after, cloud },
      {
        ...after,
        id: 'after-2',
        collection: 'sentinel-2-c1-l2a',
        numbersHoldOffset: true,
        statedOffset: -0.1,
      },
    ],
  ])('%s', async (_what, known, better) => {
    const result = await runs.run({ catalogue: [before, known, better] });
    expect(result.scenes.map(({ id }) => id)).toEqual(['before', 'after-2']);
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
    expect(result.notes.map(runSentence).filter((note) => note.includes('left out'))).toEqual([]);
  });
});

describe('catalogue entries that lack something', () => {
  test('a scene without a classification is replaced and named', async () => {
    const catalogue = [{ ...before, withoutClassification: true }, before2, after];
    const result = await runs.run({ catalogue });
    expect(result.beforeDate).toBe('2021-07-24');
    expect(runSentence(result.notes[0])).toBe(
      'Scene before was left out: it has no scene classification.',
    );
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  });

  test('a date without any classification would fail again', async () => {
    const catalogue = [{ ...before, withoutClassification: true }, after];
    const { permanent, fact } = await runs.failure({ catalogue });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'No scene around 2021-07-15 could be used; 1 could not be read (before: it has no scene classification). Choose another date.',
    );
  });

  test('a scene without shortwave infrared is replaced and named', async () => {
    const result = await runs.run({
      catalogue: [{ ...before, withoutSwir: true }, before2, after],
    });
    expect(result.bands).toHaveLength(6);
    expect(result.beforeDate).toBe('2021-07-24');
    expect(runSentence(result.notes[0])).toBe(
      'Scene before was left out: it has no readable swir1, swir2 band.',
    );
  });

  test('where no scene of a date has it, four bands do and the result says so', async () => {
    const result = await runs.run({ catalogue: [{ ...before, withoutSwir: true }, after] });
    expect(result.bands).toEqual(['blue', 'green', 'red', 'nir']);
    expect(result.notes.map(runSentence)).toContain(
      'The scenes of both dates have no swir1, swir2 in common: the analysis used 4 bands (blue, green, red, nir).',
    );
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  });

  test('a method that needs it says which to choose instead', async () => {
    const catalogue = [{ ...before, withoutSwir: true }, after];
    const { permanent, fact } = await runs.failure({ catalogue, method: 'nbr' });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toContain('needs the bands swir2');
    expect(runSentence(fact)).toContain('Choose another method or other dates.');
  });
});
