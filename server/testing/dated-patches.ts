import { writeArea } from '@refugia/contract/area.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import type { SimulationExample } from '@refugia/simulation/index.ts';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { readRunPatches } from '../src/features/habitat-patrol/results/stored-patches.ts';
import { readPdf } from './read-pdf.ts';
import { RunBrowser } from './synthetic-app.ts';
import type { TestApp } from './test-app.ts';

type Patches = PatchPage['patches'];

/** A run whose patches were dated. */
export interface DatedRun {
  readonly run: Run;
  readonly browser: RunBrowser;
  readonly address: string;
  readonly patches: Patches;
  /** Those that later scenes tell something about. */
  readonly sighted: Patches;
  /** Those that have another confidence by it than from the run. */
  readonly moved: Patches;
}

/** Runs an analysis of at most 50 patches, and waits until each of them is dated. */
export async function completeAndDate(
  app: TestApp,
  { area, startDate, endDate }: Pick<SimulationExample, 'area' | 'startDate' | 'endDate'>,
): Promise<DatedRun> {
  const browser = new RunBrowser(app);
  const id = await browser.complete({ coords: writeArea(area), startDate, endDate });
  const address = `/api/changedetection/runs/${id}`;
  const read = async (): Promise<RunDating> =>
    (await browser.ask('GET', `${address}/dates`)).json();
  expect(['waiting', 'running', 'done']).toContain((await read()).state);
  await expect
    .poll(async () => (await read()).state, { timeout: 500_000, interval: 100 })
    .toBe('done');
  const { patches: dated, share } = await read();
  expect(share).toBe(1);
  const { patches }: PatchPage = (await browser.ask('GET', `${address}/patches?limit=50`)).json();
  expect(dated.map(({ patch }) => patch)).toEqual(patches.map(({ id: patch }) => patch));

  const run = await browser.run(id);
  const sighted = patches.filter(({ later_seen }) => later_seen !== undefined);
  expect(sighted.every(({ later_seen }) => later_seen! > run.result!.after_date)).toBe(true);
  // The run's own confidence stays in its file. What later scenes show moves what is told.
  const stored = await readRunPatches(app.platform.storage, id, { offset: 0, limit: 50 });
  const ownOf = (number: number) => stored[number - 1]!.properties;
  for (const { id: number, later_changed: isChanged, confidence, confidence_class } of sighted) {
    const own = ownOf(number).confidence!;
    if (isChanged) expect(confidence).toBeGreaterThanOrEqual(own);
    else expect(confidence_class).toBe('low');
  }
  const moved = sighted.filter((each) => each.confidence !== ownOf(each.id).confidence);
  return { run, browser, address, patches, sighted, moved };
}

/** Expects files and the report to tell what the list does, and all of it to go with the run. */
export async function expectDatesEverywhere(
  app: TestApp,
  { browser, address, patches, moved }: DatedRun,
): Promise<void> {
  const first = patches.find(({ first_seen }) => first_seen !== undefined)!;
  const one = await browser.ask('GET', `${address}/patches/${first.id}`);
  expect(one.json().patch).toEqual(first);
  const csv = await browser.ask('GET', `${address}/downloads/patches.csv`);
  const rows: Record<string, string>[] = parse(csv.body, { bom: true, columns: true });
  expect(rows.find((each) => Number(each.id) === first.id)).toMatchObject({
    first_seen: first.first_seen,
    last_unchanged: first.last_unchanged,
  });
  const [other] = moved;
  expect(rows.find((each) => Number(each.id) === other!.id)).toMatchObject({
    confidence: String(other!.confidence),
    confidence_class: other!.confidence_class,
    later_changed: String(other!.later_changed),
    later_seen: other!.later_seen,
  });
  const geojson = (await browser.ask('GET', `${address}/downloads/patches.geojson`)).json();
  expect(geojson.features[first.id - 1].properties.first_seen).toBe(first.first_seen);
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
