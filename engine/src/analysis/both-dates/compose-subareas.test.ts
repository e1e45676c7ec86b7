import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transportTo } from '../../../testing/http-imagery.ts';
import { type ImageryServer, startImageryServer } from '../../../testing/imagery-server.ts';
import {
  type SyntheticScene,
  syntheticScenes,
  syntheticWorld,
  writeSyntheticScenes,
} from '../../../testing/synthetic-scenes.ts';
import type { DatePicture } from '../../composite/index.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { runAnalysis } from '../run.ts';
import type { AnalysisProgress, AnalysisRequest } from '../types.ts';
import { compose } from './compose.ts';
import type { Composed, ComposeOptions } from './composed.ts';

const { area, startDate, endDate, changed } = syntheticWorld;
const request: AnalysisRequest = { area, startDate, endDate };
/** The area is 2.8 km a side: nine subareas. */
const subareaMeters = 1_000;

let folder: string;
let server: ImageryServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-subareas-'));
  await writeSyntheticScenes(join(folder, 'usual'));
  await writeSyntheticScenes(join(folder, 'clear'), clearScenes);
  await writeSyntheticScenes(join(folder, 'overcast'), overcastScenes);
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const clearScenes = syntheticScenes.filter(({ id }) => id.endsWith('clear'));
/** Clouds over the north-western subarea, and more, on all days of the later date. */
const overcastScenes: readonly SyntheticScene[] = clearScenes.map((scene) =>
  scene.id === 'after-clear'
    ? { ...scene, cloud: { column: 0, row: 0, width: 120, height: 120 } }
    : scene,
);

async function serve(scenes: 'usual' | 'clear' | 'overcast'): Promise<ComposeOptions> {
  server = await startImageryServer(join(folder, scenes));
  return {
    transport: transportTo(server),
    catalogueUrl: server.catalogueUrl,
    windowDays: 45,
  };
}

function failureOf(composed: Promise<Composed>): Promise<AnalysisFailure> {
  return composed.then(
    () => Promise.reject(new Error('The area was composed.')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AnalysisFailure);
      return error as AnalysisFailure;
    },
  );
}

function idsOf({ scenes }: DatePicture): string[] {
  return scenes.map(({ scene }) => scene.id);
}

describe('an area in subareas', () => {
  test('gives the same pictures as at once where the scenes are the same', async () => {
    const options = await serve('clear');
    const whole = await compose(request, options);
    const subareas = await compose(request, { ...options, subareaMeters });
    expect(subareas.workArea).toEqual(whole.workArea);
    for (const date of ['before', 'after'] as const) {
      const [one, other] = [whole.pair[date], subareas.pair[date]];
      expect(other.names).toEqual(one.names);
      for (const [band, samples] of one.bands.entries()) {
        expect(Buffer.compare(Buffer.from(samples), Buffer.from(other.bands[band]))).toBe(0);
      }
      expect(other.valid).toEqual(one.valid);
      expect(other.water).toEqual(one.water);
      expect(other.scenes).toEqual(one.scenes);
      expect(other.date).toBe(one.date);
      expect(other.clearShare).toBeCloseTo(one.clearShare, 12);
    }
    expect(subareas.notes).toEqual(whole.notes);
  });

  test('takes other scenes only where the nearest is under clouds', async () => {
    const { pair } = await compose(request, { ...(await serve('usual')), subareaMeters });
    expect(idsOf(pair.before)).toEqual(['before-cloudy', 'before-clear']);
    expect(pair.before.clearShare).toBeCloseTo(1, 6);
    const shares = pair.before.scenes.reduce((sum, { shareUsed }) => sum + shareUsed, 0);
    expect(shares).toBeCloseTo(1, 6);
  });

  test('has change across their seams once, and in one patch', async () => {
    const outputFolder = await mkdtemp(join(folder, 'run-'));
    const options = { ...(await serve('clear')), subareaMeters, outputFolder };
    const { statistics } = await runAnalysis(request, options);
    const hectares = (changed.width * changed.height) / 100;
    expect(statistics.patchCount).toBe(1);
    expect(statistics.largestPatchHectares / hectares).toBeCloseTo(1, 1);
  });

  test('tells how many of its subareas are done', async () => {
    const told: AnalysisProgress[] = [];
    const options = { ...(await serve('clear')), subareaMeters };
    await compose(request, { ...options, onProgress: (progress) => told.push(progress) });
    const reading = told.filter(({ step }) => step === 'reading');
    expect([...new Set(reading.map(({ done }) => done))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reading.every(({ total, of }) => total === 9 && of === 'pieces')).toBe(true);
    // Within a subarea, progress also grows with its scenes and bands. It has six bands of one scene
    // at each date.
    const shares = reading.map(({ share }) => share!);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(new Set(shares).size).toBeGreaterThan(9 * 12);
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  });
});

describe('an interrupted run', () => {
  const collections = ['sentinel-2-l2a'];
  const given = new Error('The process is gone.');

  /** Composes until so many subareas are done. */
  async function interrupt(options: ComposeOptions, after: number): Promise<void> {
    const ended = new AbortController();
    const composed = compose(request, {
      ...options,
      signal: ended.signal,
      onProgress: ({ done }) => {
        if (done === after) ended.abort(given);
      },
    });
    await expect(composed).rejects.toThrow(given);
  }
  const searches = () => server.requests.filter(({ path }) => path === '/v1/search').length;

  test('goes on from the subareas that it has kept, to the same result', async () => {
    const options = { ...(await serve('usual')), subareaMeters, collections };
    const whole = await compose(request, options);
    const keptFolder = join(folder, 'kept', 'one');
    await interrupt({ ...options, keptFolder }, 5);
    const kept = (await readdir(keptFolder)).length;
    expect(kept).toBeGreaterThanOrEqual(5);
    const before = searches();
    const told: AnalysisProgress[] = [];
    const resumed = await compose(request, {
      ...options,
      keptFolder,
      onProgress: (progress) => told.push(progress),
    });
    // Each subarea that was not done takes two searches. Those of the two subareas that were in
    // progress may arrive late.
    expect(searches() - before).toBeLessThanOrEqual(2 * (9 - kept + 2));
    expect(told.find(({ step }) => step === 'reading')).toMatchObject({
      done: kept,
      resumed: kept,
      total: 9,
    });
    expect(resumed).toEqual(whole);
  });

  test('takes no subareas of another question, and none that the disk has damaged', async () => {
    const options = { ...(await serve('clear')), subareaMeters, collections };
    const keptFolder = join(folder, 'kept', 'two');
    await interrupt({ ...options, keptFolder }, 5);
    const first = searches();
    await compose({ ...request, endDate: '2023-07-14' }, { ...options, keptFolder });
    expect(searches() - first).toBe(18);
    for (const file of await readdir(keptFolder)) await truncate(join(keptFolder, file), 1_000);
    const second = searches();
    await compose({ ...request, endDate: '2023-07-14' }, { ...options, keptFolder });
    expect(searches() - second).toBe(18);
  });

  test('that has no room to keep anything gives its result', async () => {
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    const options = { ...(await serve('clear')), subareaMeters, collections };
    const { pair } = await compose(request, { ...options, keptFolder: join(file, 'below') });
    expect(pair.after.clearShare).toBeCloseTo(1, 6);
  });

  test('still tells which chosen scenes are nowhere', async () => {
    const options = { ...(await serve('usual')), subareaMeters, collections };
    const keptFolder = join(folder, 'kept', 'three');
    const chosen = { ...request, scenes: { before: { only: ['before-far', 'gone'] } } };
    await compose(chosen, { ...options, keptFolder });
    const before = searches();
    const { notes } = await compose(chosen, { ...options, keptFolder });
    expect(searches()).toBe(before);
    expect(notes.filter(({ code }) => code === 'chosen-scene-gone')).toHaveLength(1);
  });
});

describe('of two collections that list the same scenes', () => {
  const collections = ['sentinel-2-l2a', 'another-copy'];
  const searches = () => server.requests.filter(({ path }) => path === '/v1/search').length;

  test('the preferred one alone is asked where it is enough', async () => {
    const options = { ...(await serve('clear')), subareaMeters, collections };
    await compose(request, options);
    // Nine subareas of two dates.
    expect(searches()).toBe(18);
  });

  test('the other is asked where clouds or gaps are left', async () => {
    const options = { ...(await serve('overcast')), subareaMeters, collections };
    await compose(request, options);
    // The cloud of 1,200 m in the corner lies over four of the nine subareas. Each of them takes one
    // more search for each date.
    expect(searches()).toBe(18 + 4 * 4);
  });

  test('and alone where the preferred one has nothing', async () => {
    const options = {
      ...(await serve('clear')),
      subareaMeters,
      collections: collections.toReversed(),
    };
    const { pair } = await compose(request, options);
    expect(pair.before.clearShare).toBe(1);
    expect(searches()).toBe(18 + 36);
  });
});

describe('subareas without a picture', () => {
  test('are unobserved where no day is clear, and told', async () => {
    const { pair, notes, workArea } = await compose(request, {
      ...(await serve('overcast')),
      subareaMeters,
    });
    const { width } = workArea.grid;
    expect(pair.before.valid[0]).toBe(0);
    expect(pair.after.valid[0]).toBe(0);
    expect(pair.after.valid[200 * width + 200]).toBe(1);
    expect(notes.map(runSentence)).toContainEqual(
      '11 % of the area could not be compared: No scene around 2023-07-15 shows the area without clouds. Choose another date.',
    );
  });

  test('are unobserved where no scene reaches, and told', async () => {
    const [west, south, east, north] = [-105, 39.72, -104.9, 39.75];
    const wider: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    };
    const { pair, notes } = await compose(
      { ...request, area: wider },
      { ...(await serve('clear')), subareaMeters },
    );
    expect(pair.before.clearShare).toBeGreaterThan(0.2);
    expect(pair.before.clearShare).toBeLessThan(0.6);
    expect(notes.map(runSentence)).toContainEqual(
      expect.stringMatching(
        /^\d+ % of the area could not be compared: No satellite scene covers this area within 45 days of 20\d\d-07-15\./,
      ),
    );
  });

  test('fail the run when they are all', async () => {
    const options = { ...(await serve('clear')), subareaMeters };
    const failure = await failureOf(compose({ ...request, startDate: '2018-07-15' }, options));
    expect(failure.permanent).toBe(true);
    expect(runSentence(failure.fact)).toContain('No satellite scene covers this area');
  });

  test('fail the run, which may be tried again, when too much could not be reached', async () => {
    const options = { ...(await serve('clear')), subareaMeters };
    server.faults.add({ kind: 'status', status: 503, path: /after-clear\/SCL/ });
    const failure = await failureOf(compose(request, options));
    expect(failure.permanent).toBe(false);
  });
});

describe('scenes chosen by the person', () => {
  test('are the only ones in every subarea', async () => {
    const scenes = { before: { only: ['before-far', 'gone'] } };
    const options = { ...(await serve('usual')), subareaMeters };
    const { pair, notes } = await compose({ ...request, scenes }, options);
    expect(idsOf(pair.before)).toEqual(['before-far']);
    expect(notes.filter(({ code }) => code === 'chosen-scene-gone').map(runSentence)).toEqual([
      'The chosen scene gone is not among those around 2021-07-15 any more.',
    ]);
  });
});

test('a run that is given up between two subareas rejects with the reason', async () => {
  const given = new AbortController();
  const options = { ...(await serve('clear')), subareaMeters, signal: given.signal };
  const composed = compose(request, {
    ...options,
    onProgress: ({ done }) => {
      if (done === 2) given.abort(new Error('Enough.'));
    },
  });
  await expect(composed).rejects.toThrow('Enough.');
});
