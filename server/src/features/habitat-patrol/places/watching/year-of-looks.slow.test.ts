import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeKinds } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { type PatchFeature, readPatches } from '@refugia/engine/analysis/result/patch-files.ts';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import {
  createSimulationTransport,
  eventsIn,
  simulationCatalogue,
  truthMask,
} from '@refugia/simulation/index.ts';
import { toZone } from '@refugia/simulation/world/projection.ts';
import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { sortPatches } from './finding-matches.ts';
import { yearBefore } from './watch-dates.ts';

/**
 * Places of the simulated country, watched monthly for a year: one where the calendar has an event in
 * that year, and one where fields come and go. The truth is the simulation's own.
 */
const places: readonly [name: string, longitude: number, latitude: number][] = [
  ['forest, Oregon Coast Range', -123.75, 44.552],
  ['farmland, Iowa', -93.62, 42.03],
];
const year = 2020;
const sideMeters = 2_500;
const watch = {
  every: 'monthly',
  minimum_hectares: 1,
  kinds: [...changeKinds],
  lowest_confidence: 'low',
} as const;
const dayMilliseconds = 86_400_000;
/** An event so close to the last look cannot have been seen by it. */
const lastDaysLeftOut = 45;

function squareAround(longitude: number, latitude: number): Polygon {
  const north = sideMeters / 2 / 111_320;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const corner = (x: number, y: number) => [longitude + x * east, latitude + y * north];
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
  return { type: 'Polygon', coordinates: [ring] };
}

async function look(area: Polygon, startDate: string, endDate: string) {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-year-'));
  const { catalogueUrl, collections } = simulationCatalogue;
  try {
    await runAnalysis(
      { area, startDate, endDate, method: 'automatic' },
      { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
    );
    const file = createReadStream(join(outputFolder, resultFileNames.patches));
    return await readPatches(file, { offset: 0, limit: 200 });
  } catch (error) {
    if (error instanceof AnalysisFailure) return undefined;
    throw error;
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

/** Whether the ground changed within 30 m of a patch's inner point, by the simulation's truth. */
function isTrue({ properties }: PatchFeature, startDate: string, endDate: string): boolean {
  const { longitude, latitude } = properties;
  const zone = Math.floor((longitude + 180) / 6) + 1;
  const [x, y] = toZone(zone, [longitude, latitude]);
  const grid = {
    width: 7,
    height: 7,
    affine: [10, 0, x - 35, 0, -10, y + 35] as const,
    epsg: 32_600 + zone,
  };
  const early = new Date(Date.parse(startDate) - 60 * dayMilliseconds).toISOString().slice(0, 10);
  const late = new Date(Date.parse(endDate) + 60 * dayMilliseconds).toISOString().slice(0, 10);
  return truthMask(grid, early, late).includes(1);
}

test('a year of monthly looks at places of the simulation', async () => {
  let [falseAlerts, failedLooks, events, found] = [0, 0, 0, 0];
  const days: number[] = [];
  for (const [name, longitude, latitude] of places) {
    const area = squareAround(longitude, latitude);
    const findings: { shape: PatchFeature['geometry'] }[] = [];
    const told: { patch: PatchFeature; date: string }[] = [];
    let [wrong, failed] = [0, 0];
    for (let month = 0; month < 13; month++) {
      const endDate = new Date(Date.UTC(year, month, 15)).toISOString().slice(0, 10);
      const startDate = yearBefore(endDate);
      const patches = await look(area, startDate, endDate);
      if (patches === undefined) {
        failed++;
        continue;
      }
      const { seen, news } = sortPatches(findings, patches, { ...watch, kinds: [...watch.kinds] });
      for (const { finding, patch } of seen) finding.shape = patch.geometry;
      for (const patch of news) {
        findings.push({ shape: patch.geometry });
        told.push({ patch, date: endDate });
        if (!isTrue(patch, startDate, endDate)) wrong++;
      }
    }
    const last = new Date(Date.UTC(year, 12, 15) - lastDaysLeftOut * dayMilliseconds);
    const calendar = eventsIn(areaBounds(area), `${year}-01-15`, last.toISOString().slice(0, 10));
    let seenEvents = 0;
    for (const event of calendar) {
      // Those whose middle lies in the area; all are larger than 1 ha.
      const metersTo = ({ properties }: PatchFeature) =>
        Math.hypot(
          (properties.longitude - event.longitude) *
            111_320 *
            Math.cos((event.latitude * Math.PI) / 180),
          (properties.latitude - event.latitude) * 111_320,
        );
      const [west, south, east, north] = areaBounds(area);
      if (event.longitude < west || event.longitude > east) continue;
      if (event.latitude < south || event.latitude > north) continue;
      events++;
      const first = told.find(
        ({ patch, date }) => date >= event.date && metersTo(patch) <= event.radiusMeters,
      );
      if (!first) continue;
      seenEvents++;
      found++;
      days.push((Date.parse(first.date) - Date.parse(event.date)) / dayMilliseconds);
    }
    falseAlerts += wrong;
    failedLooks += failed;
    console.log(
      `${name}: ${told.length} told, ${wrong} false, ${seenEvents} events found, ${failed} looks failed`,
    );
  }
  days.sort((a, b) => a - b);
  console.log(
    `${places.length} places: ${falseAlerts} false alerts, ${found} of ${events} events, ${failedLooks} looks failed; days to the mail: median ${days[Math.floor(days.length / 2)]}, most ${days.at(-1)}`,
  );
  expect(events).toBeGreaterThan(0);
  expect(falseAlerts / places.length).toBeLessThanOrEqual(1);
  expect(found / events).toBeGreaterThanOrEqual(0.9);
});
