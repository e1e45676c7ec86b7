import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulationTransport, simulationCatalogue } from '../simulation/index.ts';
import { runAnalysis } from './run.ts';
import type { AnalysisProgress } from './types.ts';

let outputFolder: string;
beforeEach(async () => {
  outputFolder = await mkdtemp(join(tmpdir(), 'refugia-large-'));
});
afterEach(() => rm(outputFolder, { recursive: true, force: true }));

function rectangle([west, south, east, north]: readonly [number, number, number, number]): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

// Rectangles inside of the simulated country: minutes each, of which the simulation takes most.
test.each([
  ['most of Iowa', [-96, 40.7, -91.2, 43.4], 160],
  ['Texas, Oklahoma and what is around', [-103, 30, -94.5, 38], 640],
] as const)('%s is compared in one run', async (_, bounds, pixelMeters) => {
  const told: AnalysisProgress[] = [];
  const { catalogueUrl, collections } = simulationCatalogue;
  const result = await runAnalysis(
    { area: rectangle(bounds), beforeDate: '2019-07-01', afterDate: '2021-07-10' },
    {
      transport: createSimulationTransport(),
      catalogueUrl,
      collections,
      outputFolder,
      onProgress: (progress) => told.push(progress),
    },
  );
  expect(result.statistics.pixelSizeMeters).toBe(pixelMeters);
  expect(result.statistics.clearShare).toBeGreaterThan(0.9);
  const done = told.flatMap(({ step, done }) => (step === 'reading' ? [done!] : []));
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(process.resourceUsage().maxRSS).toBeLessThan(1.5e6);
});
