import { fork } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnalysisNews, AnalysisOrder } from '../../../testing/analysis-process.ts';
import { processEnvironment } from '../process-environment.ts';
import { type RunOptions, runAnalysis } from '../run.ts';
import type { AnalysisProgress, AnalysisRequest } from '../types.ts';

// These are whole runs over rectangles inside of the simulated country. They take some five minutes
// together on an idle machine, most of it for the simulation. How subareas are cut, composed, kept
// and put together is tested in compose-subareas.test.ts, with small ones.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-large-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function requestFor([west, south, east, north]: readonly number[]): AnalysisRequest {
  const ring = [
    [west!, south!],
    [east!, south!],
    [east!, north!],
    [west!, north!],
    [west!, south!],
  ];
  const area: Polygon = { type: 'Polygon', coordinates: [ring] };
  return { area, startDate: '2019-07-01', endDate: '2021-07-10' };
}

function options(more: Partial<RunOptions>): RunOptions {
  const { catalogueUrl, collections } = simulationCatalogue;
  const transport = createSimulationTransport();
  return { transport, catalogueUrl, collections, outputFolder: folder, ...more };
}

/**
 * Does a run in a process of its own, as the product does. Resolves to its progress and the memory
 * that it took.
 */
async function runApart(request: AnalysisRequest) {
  const entry = new URL('../../../testing/analysis-process.ts', import.meta.url);
  const child = fork(entry, {
    env: { ...process.env, ...processEnvironment },
    serialization: 'advanced',
  });
  const told: AnalysisProgress[] = [];
  const ended = new Promise<Extract<AnalysisNews, { result: unknown }>>((resolve, reject) => {
    child.on('message', (news: AnalysisNews) => {
      if ('result' in news) resolve(news);
      else told.push(news.progress);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The process ended with code ${code}.`)));
  });
  child.send({ request, outputFolder: folder } satisfies AnalysisOrder);
  return { told, ...(await ended) };
}

test('most of Iowa: nearly as many pixels as there may be, in bounded memory', async () => {
  const { told, result, peakKibibytes } = await runApart(requestFor([-96, 40.7, -91.2, 43.4]));
  expect(result.statistics.pixelSizeMeters).toBe(160);
  expect(result.statistics.clearShare).toBeGreaterThan(0.9);
  const shares = told.flatMap(({ step, share }) => (step === 'reading' ? [share!] : []));
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  console.info(`most memory: ${Math.round(peakKibibytes / 1024)} MiB`);
  // 1.63 million KiB were measured.
  expect(peakKibibytes).toBeLessThan(1.7e6);
});

test('forty places of 12 km² in a rectangle as large as a state: at 10 m, in bounded memory', async () => {
  const places = Array.from({ length: 40 }, (_, index) => {
    const [west, south] = [-101 + 0.75 * (index % 8), 37 + 0.8 * Math.floor(index / 8)];
    return requestFor([west, south, west + 0.039, south + 0.0315]).area.coordinates as Position[][];
  });
  const area: MultiPolygon = { type: 'MultiPolygon', coordinates: places };
  const { result, peakKibibytes } = await runApart({ ...requestFor([0, 0, 1, 1]), area });
  expect(result.statistics.pixelSizeMeters).toBe(10);
  expect(result.statistics.areaHectares).toBeGreaterThan(45_000);
  expect(result.statistics.clearShare).toBeGreaterThan(0.9);
  console.info(`most memory: ${Math.round(peakKibibytes / 1024)} MiB`);
  expect(peakKibibytes).toBeLessThan(1.5e6);
});

test('Oklahoma and what is around: killed in the middle, it goes on where it was', async () => {
  const request = requestFor([-100, 33, -96, 37]);
  const keptFolder = join(folder, 'kept');
  const ended = new AbortController();
  const killed = runAnalysis(
    request,
    options({
      keptFolder,
      signal: ended.signal,
      onProgress: ({ done = 0, of }) => {
        if (of === 'pieces' && done >= 12) ended.abort(new Error('killed'));
      },
    }),
  );
  await expect(killed).rejects.toThrow('killed');
  const kept = (await readdir(keptFolder)).length;
  expect(kept).toBeGreaterThanOrEqual(12);

  const told: AnalysisProgress[] = [];
  const { statistics, notes } = await runAnalysis(
    request,
    options({ keptFolder, onProgress: (progress) => told.push(progress) }),
  );
  expect(told.find(({ step }) => step === 'reading')).toMatchObject({ done: kept, resumed: kept });
  expect(statistics.pixelSizeMeters).toBe(320);
  expect(statistics.clearShare).toBeGreaterThan(0.9);
  expect(statistics.changedShare).toBeLessThan(0.01);
  expect(notes).toContainEqual({ code: 'days-levelled' });
});
