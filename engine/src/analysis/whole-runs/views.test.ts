import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readChange, SyntheticRuns } from '../../../testing/synthetic-runs.ts';
import type { SyntheticScene } from '../../../testing/synthetic-scenes.ts';

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
const everywhere = { column: 0, row: 0, width: 300, height: 300 };
/** The area has 180 × 180 pixels from (10, 10) on; of these, columns 10 to 59. */
const westernPart = { column: 0, row: 0, width: 60, height: 300 };
const westernPercent = (100 * 50) / 180;

describe('a run whose scenes show little', () => {
  test('one clear scene a date, among cloudy ones nearer to it, is enough', async () => {
    const catalogue = [
      before({ cloud: everywhere }),
      before({ id: 'before-clear', datetime: '2021-08-20T17:50:00Z' }),
      after({ cloud: everywhere }),
      after({ id: 'after-clear', datetime: '2023-06-28T17:50:00Z' }),
    ];
    const result = await runs.run({ catalogue });
    expect(result.scenes.map(({ id, shareUsed }) => [id, shareUsed])).toEqual([
      ['before-clear', 1],
      ['after-clear', 1],
    ]);
    expect(result.statistics.clearShare).toBe(1);
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
    expect(result.notes.map(runSentence).filter((note) => note.includes('of the area'))).toEqual(
      [],
    );
  });

  test('a scene within reach of both dates is never compared with itself', async () => {
    const catalogue = [after({ id: 'only', datetime: '2023-07-14T17:50:00Z' })];
    const dates = { startDate: '2023-07-10', endDate: '2023-07-20' };
    const { permanent, fact } = await runs.failure({ catalogue, ...dates });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'Every scene within 45 days of 2023-07-20 is nearer to 2023-07-10, and one picture can not be compared with itself. Choose dates that are further apart.',
    );
  });

  test('nor when the scenes on the other side are all under clouds', async () => {
    const catalogue = [
      before({ datetime: '2022-05-19T17:50:00Z', cloud: everywhere }),
      after({ id: 'clear', datetime: '2022-06-02T17:50:00Z' }),
      after({ datetime: '2022-06-21T17:50:00Z', cloud: everywhere }),
    ];
    const dates = { startDate: '2022-05-20', endDate: '2022-06-20' };
    const { permanent, fact } = await runs.failure({ catalogue, ...dates });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'No scene around 2022-06-20 shows the area without clouds. Choose another date.',
    );
  });

  test('no clear pixel on a date is a failure that would happen again', async () => {
    const catalogue = [before(), after({ cloud: everywhere })];
    const { permanent, fact } = await runs.failure({ catalogue });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'No scene around 2023-07-15 shows the area without clouds. Choose another date.',
    );
  });

  test('but may pass when a scene that could be clear was out of reach', async () => {
    const catalogue = [
      before(),
      after({ cloud: everywhere }),
      after({ id: 'after-lost', datetime: '2023-07-21T17:50:00Z' }),
    ];
    const faults = [{ kind: 'status', status: 404, path: /after-lost\/SCL/ }] as const;
    const { permanent, fact } = await runs.failure({ catalogue, faults });
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toBe(
      'No scene around 2023-07-15 shows the area without clouds; 1 scene could not be read (after-lost: SCL.tif answered with HTTP status 404). Try again later, or choose another date.',
    );
  });

  test('dates whose clear parts never meet say why nothing can be compared', async () => {
    const catalogue = [
      before({ cloud: { column: 0, row: 0, width: 160, height: 300 } }),
      after({ cloud: { column: 140, row: 0, width: 160, height: 300 } }),
    ];
    const { permanent, fact } = await runs.failure({ catalogue });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toMatch(/^No part of the area can be compared\. /);
    expect(runSentence(fact)).toContain(
      'is under clouds or shadows in every scene around 2021-07-15',
    );
    expect(runSentence(fact)).toContain(
      'is under clouds or shadows in every scene around 2023-07-15',
    );
    expect(runSentence(fact)).toContain('No pixel is clear on both dates.');
  });

  test('what only clouds show is unobserved, and told', async () => {
    const result = await runs.run({ catalogue: [before({ cloud: westernPart }), after()] });
    const change = await readChange(result);
    expect(change.at(40, 50)).toBe('unobserved');
    expect(change.at(180, 50)).toBe('unchanged');
    expect(change.at(140, 120)).toBe('changed');
    // A large cloud hides 140 m around it too.
    const percent = (100 * (50 + 14)) / 180;
    expect(100 * result.statistics.clearShare).toBeCloseTo(100 - percent, 0);
    expect(runSentence(result.notes[0])).toBe(
      `${Math.round(percent)} % of the area is under clouds or shadows in every scene around 2021-07-15: it is given as not observed. Another date may show it.`,
    );
  });

  test('all of a date’s scenes left out by the person', async () => {
    const scenes = { before: { exclude: ['before'] } };
    const failure = await runs.failure({ catalogue: [before(), after()], scenes });
    expect(failure.permanent).toBe(true);
    expect(runSentence(failure.fact)).toBe(
      'All scenes around 2021-07-15 were left out. Allow at least one of them.',
    );
    const gone = { before: { only: ['S2A_13SEE_20210714_0_L2A'] } };
    const { fact } = await runs.failure({ catalogue: [before(), after()], scenes: gone });
    expect(runSentence(fact)).toBe(
      'The scenes chosen for 2021-07-15 are not in the catalogue any more. Choose scenes again.',
    );
  });
});

describe('snow and water', () => {
  test('snow on one date is unobserved, and told', async () => {
    const result = await runs.run({ catalogue: [before({ snow: westernPart }), after()] });
    const change = await readChange(result);
    expect(change.at(40, 50)).toBe('unobserved');
    expect(change.at(180, 50)).toBe('unchanged');
    expect(change.f1).toBeGreaterThan(0.95);
    expect(100 * result.statistics.clearShare).toBeCloseTo(100 - westernPercent, 0);
    expect(runSentence(result.notes[0])).toBe(
      `${Math.round(westernPercent)} % of the area lies under snow around 2021-07-15, and not on both dates: it is given as not observed. Two dates of the same season can be compared.`,
    );
  });

  test('snow all over on one date is a failure that says so', async () => {
    const catalogue = [before({ snow: everywhere }), after()];
    const { permanent, fact } = await runs.failure({ catalogue });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'The area lies under snow around 2021-07-15, and not on both dates, so that the ground can not be compared. Choose two dates of the same season.',
    );
  });

  test('snow on both dates is compared, with a word of caution', async () => {
    const catalogue = [before({ snow: everywhere }), after({ snow: everywhere })];
    const result = await runs.run({ catalogue });
    expect(result.statistics.clearShare).toBe(1);
    expect(result.changeOccurred).toBe(false);
    expect(runSentence(result.notes[0])).toBe(
      '100 % of the area lies under snow on both dates: what changed beneath it can not be seen.',
    );
  });

  test('snow is compared in four bands where there are no more', async () => {
    const scenes = [before({ snow: everywhere }), after({ snow: everywhere })];
    const catalogue = scenes.map((scene) => ({ ...scene, withoutSwir: true }));
    const result = await runs.run({ catalogue });
    expect(result.bands).toEqual(['blue', 'green', 'red', 'nir']);
    expect(result.statistics.clearShare).toBe(1);
  });

  test('all water shows no change, and says that it is water', async () => {
    const catalogue = [before({ allGround: 'water' }), after({ allGround: 'water' })];
    const result = await runs.run({ catalogue });
    expect(result.changeOccurred).toBe(false);
    expect(result.statistics.changedHectares).toBe(0);
    expect(result.statistics.clearShare).toBe(1);
    expect(result.notes.map(runSentence)).toContain(
      '100 % of the area is water on both dates by its scene classification; it is left out of vegetation change.',
    );
  });
});
