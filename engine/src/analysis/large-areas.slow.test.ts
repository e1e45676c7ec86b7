import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulationTransport, simulationCatalogue } from '../simulation/index.ts';
import { type RunOptions, runAnalysis } from './run.ts';
import type { AnalysisProgress, AnalysisRequest } from './types.ts';

// Whole runs over rectangles inside of the simulated country, of which the simulation takes most of the
// time: some five minutes together where nothing else is going on. What pieces are cut, composed,
// kept and put together like is tried in compose-pieces.test.ts, with small ones.

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
  return { area, beforeDate: '2019-07-01', afterDate: '2021-07-10' };
}

function options(more: Partial<RunOptions>): RunOptions {
  const { catalogueUrl, collections } = simulationCatalogue;
  const transport = createSimulationTransport();
  return { transport, catalogueUrl, collections, outputFolder: folder, ...more };
}

test('most of Iowa: nearly as many pixels as there may be, in bounded memory', async () => {
  const told: AnalysisProgress[] = [];
  const iowa = [-96, 40.7, -91.2, 43.4];
  const onProgress = (progress: AnalysisProgress) => told.push(progress);
  const { statistics } = await runAnalysis(requestFor(iowa), options({ onProgress }));
  expect(statistics.pixelSizeMeters).toBe(160);
  expect(statistics.clearShare).toBeGreaterThan(0.9);
  const shares = told.flatMap(({ step, share }) => (step === 'reading' ? [share!] : []));
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  // Kibibytes; 1.68 GB of them at most were seen in a process of its own, most while change is looked for.
  expect(process.resourceUsage().maxRSS).toBeLessThan(1.9e6);
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
        if (of === 'places' && done >= 12) ended.abort(new Error('killed'));
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
  expect(notes).toContain(
    'The pictures are put together from several days and levelled where these meet; change was looked for in the values before that.',
  );
});
