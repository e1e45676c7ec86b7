import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSimulationTransport,
  eventsIn,
  simulationCatalogue,
  simulationExamples,
} from '@refugia/simulation/index.ts';
import type { FeatureCollection, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { runAnalysis } from '../run.ts';
import { datePatches } from './date-patches.ts';

/** What a run of an example tells of its patches, beside the events that lie in them. */
async function dateExample({ area, startDate, endDate }: (typeof simulationExamples)[number]) {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-dating-'));
  try {
    const { catalogueUrl, collections } = simulationCatalogue;
    const source = { transport: createSimulationTransport(), catalogueUrl, collections };
    const result = await runAnalysis({ area, startDate, endDate }, { ...source, outputFolder });
    const { features } = JSON.parse(
      await readFile(result.files.patches, 'utf8'),
    ) as FeatureCollection<Polygon>;
    const largest = features.slice(0, 10);
    const dates = await datePatches(
      {
        patches: largest.map(({ geometry }) => geometry),
        scenes: result.scenes.map(({ id, role, date }) => ({ id, role, date })),
      },
      source,
    );
    return largest.map(({ bbox }, index) => ({
      ...dates[index]!,
      events: eventsIn(
        bbox as [number, number, number, number],
        result.beforeDate,
        result.afterDate,
      ).map(({ date }) => date),
    }));
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

// The truth is the simulation's calendar of events, which the engine does not know. Measured on the
// first three examples: 15 of 16 dated patches enclose the date of their event.
test('an event of the calendar lies between the two dates of its patch', async () => {
  const patches = await dateExample(
    simulationExamples.find(({ expectedChange }) => expectedChange)!,
  );
  const told = patches.filter(({ events, firstSeen }) => events.length === 1 && firstSeen);
  const right = told.filter(
    ({ events: [event], firstSeen, lastUnchanged }) =>
      lastUnchanged! <= event! && event! <= firstSeen!,
  );
  expect(told.length).toBeGreaterThanOrEqual(6);
  expect(right.length / told.length).toBeGreaterThanOrEqual(0.9);
});
