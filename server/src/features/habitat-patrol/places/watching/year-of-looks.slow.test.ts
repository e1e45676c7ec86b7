import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Confidence, confidences } from '@refugia/contract/habitat-patrol/confidence.ts';
import { changeKinds } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { type PatchFeature, readPatches } from '@refugia/engine/analysis/result/patch-files.ts';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { Transport } from '@refugia/engine/source/transport.ts';
import {
  createSimulationTransport,
  eventsIn,
  simulationCatalogue,
  truthMask,
} from '@refugia/simulation/index.ts';
import { toZone } from '@refugia/simulation/world/projection.ts';
import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { notWatched } from '../../../../platform/database/schema/index.ts';
import { sortPatches } from './finding-matches.ts';
import { isSure } from './finding-queries.ts';
import { yearBefore } from './watch-dates.ts';

/**
 * Places of the simulated country, watched monthly for a year. In some of them its calendar has an event in that
 * year; in the others fields, snow and water come and go. The truth is the simulation's own. The days from an event to
 * the mail are those that docs/methods/watching.md tells.
 */
const places: readonly [
  name: string,
  longitude: number,
  latitude: number,
  daysToMail: readonly number[],
][] = [
  ['forest, Oregon Coast Range', -123.75, 44.552, [35]],
  ['forest, Oregon, west of Corvallis', -123.61, 44.583, [67]],
  ['forest, Maine', -68.522, 45.472, [134]],
  ['forest, Georgia', -82.989, 31.274, [34]],
  ['forest, Idaho', -114.717, 46.067, [60]],
  ['farmland, Iowa', -93.62, 42.03, []],
  ['farmland, western Iowa', -95.273, 42.1, [34]],
  ['farmland, Illinois', -89.2, 40.1, []],
  ['farmland, Nebraska', -98.5, 41, []],
  ['farmland, San Joaquin Valley', -120.3, 36.8, []],
  ['snow, Minnesota', -92.416, 47.393, [43]],
  ['coast, North Carolina', -76.77083, 35.63545, [40]],
  ['desert, Nevada', -115.65164, 39.08469, [88]],
  ['snow, Colorado', -106.65522, 39.44979, [36]],
  ['desert, Arizona', -112.54236, 32.44708, [52]],
  ['coast, Washington', -124.16273, 46.93755, [50]],
  ['forest, Washington', -123.82822, 47.05564, [52]],
  ['wetland, Louisiana', -91.52862, 29.78762, [33]],
  ['farmland, North Dakota', -98.50744, 47.49526, []],
  ['snow, Montana', -114.38217, 47.81197, [61]],
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
const smallestEventHectares = 1;
/** An event so close to the last look cannot have been seen by it. */
const lastDaysLeftOut = 45;

function squareAround(longitude: number, latitude: number): Polygon {
  const north = sideMeters / 2 / 111_320;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const corner = (x: number, y: number) => [longitude + x * east, latitude + y * north];
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
  return { type: 'Polygon', coordinates: [ring] };
}

async function look(area: Polygon, startDate: string, endDate: string, transport: Transport) {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-year-'));
  const { catalogueUrl, collections } = simulationCatalogue;
  try {
    await runAnalysis(
      { area, startDate, endDate, method: 'automatic' },
      { transport, catalogueUrl, collections, outputFolder },
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

/** The truth between two dates, each moved by some days, in pixels of 10 m around a place. */
function truthAround(
  { longitude, latitude }: { longitude: number; latitude: number },
  radiusMeters: number,
  dates: { startDate: string; endDate: string; daysMore: number },
): Uint8Array {
  const zone = Math.floor((longitude + 180) / 6) + 1;
  const [x, y] = toZone(zone, [longitude, latitude]);
  const pixels = Math.round(radiusMeters / 5);
  const grid = {
    width: pixels,
    height: pixels,
    affine: [10, 0, x - 5 * pixels, 0, -10, y + 5 * pixels] as const,
    epsg: 32_600 + zone,
  };
  const moved = (date: string, days: number) =>
    new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10);
  const { startDate, endDate, daysMore } = dates;
  return truthMask(grid, moved(startDate, -daysMore), moved(endDate, daysMore));
}

/** Whether the ground changed within 30 m of a patch's inner point, by the simulation's truth. */
function isTrue({ properties }: PatchFeature, startDate: string, endDate: string): boolean {
  return truthAround(properties, 35, { startDate, endDate, daysMore: 60 }).includes(1);
}

interface Told {
  readonly patch: PatchFeature;
  readonly date: string;
  readonly isTrue: boolean;
}

/** A finding of the trial; a look's own day stands for the acquisition of its newest scene. */
interface Finding {
  shape: PatchFeature['geometry'];
  readonly firstSceneAt: Date;
  confirmedAt: Date | null;
  readonly told: Set<Confidence>;
}

/** What a place tells in the year, by the lowest confidence of its watch. */
async function watchFor(area: Polygon) {
  const findings: Finding[] = [];
  const told: Record<Confidence, Told[]> = { low: [], medium: [], high: [] };
  let failedLooks = 0;
  // Looks at one place share what the simulation keeps of its ground and its scenes.
  const transport = createSimulationTransport();
  for (let month = 0; month < 13; month++) {
    const date = new Date(Date.UTC(year, month, 15)).toISOString().slice(0, 10);
    const startDate = yearBefore(date);
    const patches = await look(area, startDate, date, transport);
    if (patches === undefined) {
      failedLooks++;
      continue;
    }
    const at = new Date(date);
    const tell = (finding: Finding, patch: PatchFeature, lowest: Confidence) => {
      if (finding.told.has(lowest)) return;
      finding.told.add(lowest);
      told[lowest].push({ patch, date, isTrue: isTrue(patch, startDate, date) });
    };
    const { seen, news } = sortPatches(findings, patches, { ...watch, kinds: [...watch.kinds] });
    for (const { finding, patch } of seen) {
      for (const lowest of confidences) {
        if (isSure({ finding, patch }, at, lowest)) tell(finding, patch, lowest);
      }
      finding.shape = patch.geometry;
      finding.confirmedAt ??= at;
    }
    for (const patch of news) {
      const shape = patch.geometry;
      const finding = { shape, firstSceneAt: at, confirmedAt: null, told: new Set<Confidence>() };
      findings.push(finding);
      tell(finding, patch, 'low');
    }
  }
  return { told, failedLooks };
}

/** The events of the calendar whose middle lies in an area and that change at least 1 ha of ground. */
function eventsOf(area: Polygon) {
  const [west, south, east, north] = areaBounds(area);
  const last = new Date(Date.UTC(year, 12, 15) - lastDaysLeftOut * dayMilliseconds);
  return eventsIn(
    [west, south, east, north],
    `${year}-01-15`,
    last.toISOString().slice(0, 10),
  ).filter((event) => {
    const { longitude, latitude, radiusMeters, date } = event;
    const dates = { startDate: date, endDate: date, daysMore: 1 };
    return (
      longitude >= west &&
      longitude <= east &&
      latitude >= south &&
      latitude <= north &&
      truthAround(event, radiusMeters, dates).reduce((sum, changed) => sum + changed) / 100 >=
        smallestEventHectares
    );
  });
}

/** The days from an event to the first patch that is told of it; undefined if none is. */
function daysUntilTold(
  { date, longitude, latitude, radiusMeters }: ReturnType<typeof eventsOf>[number],
  told: readonly Told[],
): number | undefined {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const first = told.find(({ patch: { properties }, date: toldOn }) => {
    const east = (properties.longitude - longitude) * 111_320 * narrowing;
    const north = (properties.latitude - latitude) * 111_320;
    return toldOn >= date && Math.hypot(east, north) <= radiusMeters;
  });
  return first && (Date.parse(first.date) - Date.parse(date)) / dayMilliseconds;
}

const totals = { places: 0, events: 0, false: { low: 0, medium: 0, high: 0 } };
const days: Record<Confidence, number[]> = { low: [], medium: [], high: [] };

test.for(places)('a year of monthly looks: %s', async ([name, longitude, latitude, daysToMail]) => {
  const area = squareAround(longitude, latitude);
  const { told, failedLooks } = await watchFor(area);
  const calendar = eventsOf(area);
  totals.places++;
  totals.events += calendar.length;
  const wrongOf = (lowest: Confidence) => told[lowest].filter((each) => !each.isTrue).length;
  const daysOf = (lowest: Confidence) =>
    calendar.flatMap((event) => daysUntilTold(event, told[lowest]) ?? []);
  const texts = confidences.map((confidence) => {
    const wrong = wrongOf(confidence);
    const found = daysOf(confidence);
    totals.false[confidence] += wrong;
    days[confidence].push(...found);
    return `${confidence}: ${told[confidence].length} told, ${wrong} false, days ${found}`;
  });
  console.log(`${name}: ${calendar.length} events; ${texts.join('; ')}; ${failedLooks} failed`);
  expect(failedLooks).toBeLessThan(13);
  expect(wrongOf(notWatched.lowest_confidence)).toBeLessThanOrEqual(1);
  expect(daysOf(notWatched.lowest_confidence)).toEqual(daysToMail);
});

test('finds the events, and tells of few patches that are none', () => {
  console.log(totals, days);
  const { places: count, events } = totals;
  expect(count).toBe(places.length);
  expect(events).toBeGreaterThan(0);
  expect(days.low.length / events).toBeGreaterThanOrEqual(0.9);
  expect(days[notWatched.lowest_confidence].length / events).toBeGreaterThanOrEqual(0.9);
});
