import { copyFile, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readChange, SyntheticRuns, smallTile } from '../../../testing/synthetic-runs.ts';
import type { SyntheticScene } from '../../../testing/synthetic-scenes.ts';
import type { AnalysisResult } from '../types.ts';

const runs = new SyntheticRuns();
afterAll(() => runs.close());

const catalogue: readonly SyntheticScene[] = [
  { id: 'before', datetime: '2021-07-14T17:50:00Z' },
  { id: 'before-2', datetime: '2021-07-24T17:50:00Z' },
  { id: 'after', datetime: '2023-07-16T17:50:00Z' },
];
const page = '<!doctype html><title>Sign in</title>'.repeat(100);

async function halve(path: string): Promise<void> {
  await truncate(path, Math.floor((await stat(path)).size / 2));
}

/** Expects that the nearest scene was replaced by the next one, which shows the same. */
async function expectReplaced(result: AnalysisResult, reason: RegExp): Promise<void> {
  expect(result.scenes.map(({ id }) => id)).toEqual(['before-2', 'after']);
  expect(result.statistics.clearShare).toBe(1);
  expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  const note = runSentence(result.notes[0]);
  expect(note).toMatch(reason);
  expect(note).not.toContain('http://');
}

describe('a scene whose files fail is replaced by the next one, and named', () => {
  test.each<[string, RegExp, (folder: string) => Promise<void>]>([
    [
      'a band that is not there',
      /^Scene before was left out: it has no readable nir band\.$/,
      (folder) => rm(join(folder, 'before/B08.tif')),
    ],
    [
      'a band that was cut off',
      /^Scene before was left out: .*B04\.tif ends at \d+\.$/,
      (folder) => halve(join(folder, 'before/B04.tif')),
    ],
    [
      'a classification that was cut off',
      /^Scene before was left out: .* SCL\.tif ends at \d+\.$/,
      (folder) => halve(join(folder, 'before/SCL.tif')),
    ],
    [
      'a web page instead of a band',
      /^Scene before was left out: B04\.tif is not a TIFF: /,
      (folder) => writeFile(join(folder, 'before/B04.tif'), page),
    ],
    [
      'nothing instead of a band',
      /^Scene before was left out: B02\.tif has 0 bytes/,
      (folder) => writeFile(join(folder, 'before/B02.tif'), ''),
    ],
    [
      'the band of another place',
      /^Scene before was left out: its bands hold no values where its classification shows ground\.$/,
      (folder) => copyFile(join(folder, 'elsewhere/B04.tif'), join(folder, 'before/B04.tif')),
    ],
  ])('%s', async (_what, reason, prepare) => {
    const [x, y] = smallTile.origin;
    const tile = { ...smallTile, name: '13SFD', origin: [x + 50_000, y - 50_000] as const };
    const elsewhere = { id: 'elsewhere', datetime: '2021-07-30T17:50:00Z', tile };
    const result = await runs.run({ catalogue: [...catalogue, elsewhere], prepare });
    await expectReplaced(result, reason);
  });

  test('a band that breaks off half-way, again and again', async () => {
    const path = /before\/B03/;
    const faults = [
      { kind: 'whole-file', path, times: 1 },
      { kind: 'truncate', path },
    ] as const;
    const result = await runs.run({ catalogue, faults });
    await expectReplaced(result, /^Scene before was left out: B03\.tif .*\(3 attempts\)\.$/);
  });

  test('a band that never comes', async () => {
    const faults = [{ kind: 'hang', path: /before\/B02/ }] as const;
    const result = await runs.run({ catalogue, faults });
    await expectReplaced(result, /B02\.tif was silent for longer than 15 s \(3 attempts\)\.$/);
  });
});

describe('a service in trouble', () => {
  let calm: Promise<AnalysisResult> | undefined;

  test.each([429, 503])('a storm of %i that passes changes nothing', async (status) => {
    calm ??= runs.run({ catalogue });
    const faults = [
      { kind: 'status', status, path: /search/, times: 2 },
      { kind: 'status', status, path: /SCL/, times: 2 },
      { kind: 'status', status, path: /before\/B0/, times: 2 },
      { kind: 'status', status, path: /after\/B1/, times: 2 },
    ] as const;
    const result = await runs.run({ catalogue, faults });
    expect(result.statistics).toEqual((await calm).statistics);
    expect(result.notes).toEqual((await calm).notes);
  });

  test('a slow one is waited for', async () => {
    const result = await runs.run({ catalogue, latencyMilliseconds: 20 });
    expect(result.scenes.map(({ id }) => id)).toEqual(['before', 'after']);
    expect((await readChange(result)).f1).toBeGreaterThan(0.95);
  });

  test('a storm on the catalogue may pass', async () => {
    const faults = [{ kind: 'status', status: 429, path: /search/ }] as const;
    const { permanent, fact } = await runs.failure({ catalogue, faults });
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toMatch(
      /^The imagery could not be read: .* HTTP status 429 \(3 attempts\)\.$/,
    );
  });

  test('a storm on the files may pass', async () => {
    const faults = [{ kind: 'status', status: 503, path: /\.tif/ }] as const;
    const { permanent, fact } = await runs.failure({ catalogue, faults });
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toMatch(
      /^No scene of the area could be opened \(.* HTTP status 503 /,
    );
  });

  test.each([
    ['', catalogue],
    [', with four bands', catalogue.map((scene) => ({ ...scene, withoutSwir: true }))],
  ])('a storm that begins when the bands are read may pass%s', async (_which, catalogue) => {
    const faults = [{ kind: 'status', status: 503, path: /after\/B/ }] as const;
    const { permanent, fact } = await runs.failure({ catalogue, faults });
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toBe(
      'No scene around 2023-07-15 could be used; 1 could not be read (after: B02.tif answered with HTTP status 503 (3 attempts)). Try again later, or choose another date.',
    );
  });

  test('web pages instead of all files, as behind a sign-in, may pass', async () => {
    const files = ['B02', 'B03', 'B04', 'B08', 'B11', 'B12', 'SCL'];
    const prepare = async (folder: string): Promise<void> => {
      for (const { id } of catalogue) {
        for (const file of files) await writeFile(join(folder, id, `${file}.tif`), page);
      }
    };
    const { permanent, fact } = await runs.failure({ catalogue, prepare });
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toContain('is not a TIFF');
  });
});

test.each(['before.tif', 'change.tif'])(
  'a result that cannot be written whole (%s is in the way) leaves nothing half-written',
  async (name) => {
    let outputFolder = '';
    const prepareOutput = async (folder: string): Promise<void> => {
      outputFolder = folder;
      await mkdir(join(folder, name));
    };
    await expect(runs.run({ catalogue, prepareOutput })).rejects.toThrow();
    const files = await readdir(outputFolder);
    expect(files.filter((file) => file.endsWith('.part') || file === 'result.json')).toEqual([]);
  },
);
