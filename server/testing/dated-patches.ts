import { writeArea } from '@refugia/contract/area.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { eventsIn, type SimulationExample } from '@refugia/simulation/index.ts';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { readRunPatches } from '../src/features/habitat-patrol/results/stored-patches.ts';
import { readPdf } from './read-pdf.ts';
import { RunBrowser } from './synthetic-app.ts';
import type { TestApp } from './test-app.ts';

/**
 * Runs an analysis of the simulation, and expects its patches to be dated in lists, files and the report.
 * The truth is the simulation's calendar of events, which the product does not know.
 * @param atLeast.dated how many patches that lie in one event have dates
 * @param atLeast.seenLater how many patches later scenes show changed, too
 */
export async function expectDatedPatches(
  app: TestApp,
  { area, startDate, endDate }: Pick<SimulationExample, 'area' | 'startDate' | 'endDate'>,
  atLeast: { readonly dated: number; readonly seenLater: number },
): Promise<void> {
  const browser = new RunBrowser(app);
  const id = await browser.complete({ coords: writeArea(area), startDate, endDate });
  const address = `/api/changedetection/runs/${id}`;
  const read = async (): Promise<RunDating> =>
    (await browser.ask('GET', `${address}/dates`)).json();
  expect(['waiting', 'running', 'done']).toContain((await read()).state);
  await expect
    .poll(async () => (await read()).state, { timeout: 500_000, interval: 500 })
    .toBe('done');
  const { patches: dated, share } = await read();
  expect(share).toBe(1);

  const page: PatchPage = (await browser.ask('GET', `${address}/patches?limit=50`)).json();
  expect(dated.map(({ patch }) => patch)).toEqual(page.patches.map(({ id: patch }) => patch));
  const told = page.patches.filter(({ first_seen, bbox }) => {
    const events = eventsIn(bbox, startDate, endDate);
    return first_seen !== undefined && events.length === 1;
  });
  const right = told.filter(({ first_seen, last_unchanged, bbox }) => {
    const [event] = eventsIn(bbox, startDate, endDate);
    return last_unchanged! <= event!.date && event!.date <= first_seen!;
  });
  expect(told.length).toBeGreaterThanOrEqual(atLeast.dated);
  expect(right.length / told.length).toBeGreaterThanOrEqual(0.9);

  // The run's own confidence stays in its file. What later scenes show moves what is told.
  const stored = await readRunPatches(app.platform.storage, id, { offset: 0, limit: 50 });
  const sighted = page.patches.filter(({ later_seen }) => later_seen !== undefined);
  const ownOf = (number: number) => stored[number - 1]!.properties;
  const { after_date: afterDate } = (await browser.run(id)).result!;
  expect(sighted.every(({ later_seen }) => later_seen! > afterDate)).toBe(true);
  const moved = sighted.filter((each) => each.confidence !== ownOf(each.id).confidence);
  expect(moved.length).toBeGreaterThanOrEqual(1);
  for (const { id: number, later_changed: isChanged, confidence, confidence_class } of sighted) {
    const own = ownOf(number).confidence!;
    if (isChanged) expect(confidence).toBeGreaterThanOrEqual(own);
    else expect(confidence_class).toBe('low');
  }
  const shown = sighted.filter(({ later_changed }) => later_changed);
  const real = shown.filter(({ bbox }) => eventsIn(bbox, startDate, endDate).length > 0);
  expect(shown.length).toBeGreaterThanOrEqual(atLeast.seenLater);
  expect(real.length / shown.length).toBeGreaterThanOrEqual(0.9);

  const [first] = told;
  const one = await browser.ask('GET', `${address}/patches/${first!.id}`);
  expect(one.json().patch).toEqual(first);
  const csv = await browser.ask('GET', `${address}/downloads/patches.csv`);
  const rows: Record<string, string>[] = parse(csv.body, { bom: true, columns: true });
  const row = rows.find((each) => Number(each.id) === first!.id);
  expect(row).toMatchObject({
    first_seen: first!.first_seen,
    last_unchanged: first!.last_unchanged,
  });
  const [other] = moved;
  expect(rows.find((each) => Number(each.id) === other!.id)).toMatchObject({
    confidence: String(other!.confidence),
    confidence_class: other!.confidence_class,
    later_changed: String(other!.later_changed),
    later_seen: other!.later_seen,
  });
  const geojson = (await browser.ask('GET', `${address}/downloads/patches.geojson`)).json();
  expect(geojson.features[first!.id - 1].properties.first_seen).toBe(first!.first_seen);
  expect(geojson.features[other!.id - 1].properties.confidence).toBe(other!.confidence);
  const pdf = await browser.ask('POST', `${address}/report.pdf`, {});
  const { pages } = await readPdf(pdf.rawPayload);
  const printed = pages.map(({ text }) => text).join(' ');
  expect(printed).toContain('First seen changed on');
  expect(printed).toContain('shows it changed, too');

  expect((await browser.ask('DELETE', address)).statusCode).toBe(200);
  expect((await browser.ask('GET', `${address}/dates`)).statusCode).toBe(404);
  const { rows: left } = await app.platform.database.pool.query('SELECT * FROM run_dating');
  expect(left).toEqual([]);
}
