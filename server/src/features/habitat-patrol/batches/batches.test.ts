import type { Batch } from '@refugia/contract/habitat-patrol/batches.ts';
import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../testing/read-pdf.ts';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticArea,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';
import { batchesOfAccounts } from './personal-data.ts';

let app: SyntheticApp;
let owner: RunBrowser;
let ownerId: number;
let other: RunBrowser;
beforeAll(async () => {
  app = await createSyntheticApp();
  const { id, headers } = await app.testApp.registerAndLogin();
  ownerId = id;
  owner = new RunBrowser(app.testApp, headers);
  other = new RunBrowser(app.testApp, (await app.testApp.registerAndLogin()).headers);
});
afterAll(() => app?.close());

const path = '/api/changedetection/batches';
const [west, south, east, north] = syntheticArea.bounds;
const middle = (west + east) / 2;

function box(from: number, to: number): string {
  const ring = [
    [from, south],
    [to, south],
    [to, north],
    [from, north],
    [from, south],
  ];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

const { startDate, endDate } = syntheticRequest;
const halves = {
  name: 'Both halves',
  startDate,
  endDate,
  areas: [
    { name: 'West', coords: box(west, middle) },
    { name: 'East', coords: box(middle, east) },
  ],
};

async function untilEnded(id: string): Promise<Batch> {
  for (;;) {
    const batch: Batch = (await owner.ask('GET', `${path}/${id}`)).json();
    if (batch.runs.every(hasEnded)) return batch;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('each area is compared by a run of its own, which finds what a single run finds', async () => {
  const reply = await owner.ask('POST', path, halves);
  expect(reply.statusCode).toBe(201);
  const { id, runs }: Batch = reply.json();
  expect(runs.map(({ name }) => name)).toEqual(['East', 'West']);
  // An account that waits for a batch may run something else, and one batch at a time.
  const single = await owner.complete({ ...syntheticRequest, coords: halves.areas[0]!.coords });
  const again = await owner.ask('POST', path, halves);
  const ended = await untilEnded(id);
  expect(ended.runs.map(({ status }) => status)).toEqual(['done', 'done']);
  const { result }: Run = await owner.run(single);
  expect(ended.runs[1]!.changed_hectares).toBe(result!.statistics.changed_hectares);
  expect([201, 409]).toContain(again.statusCode);
  if (again.statusCode === 201) await untilEnded(again.json().id);

  const list = (await owner.ask('GET', path)).json();
  expect(list.at(-1)).toMatchObject({ id, name: 'Both halves', run_count: 2, ended_count: 2 });
  expect((await other.ask('GET', path)).json()).toEqual([]);
  expect((await new RunBrowser(app.testApp).ask('GET', path)).statusCode).toBe(401);
  const seen: Batch = (await other.ask('GET', `${path}/${id}`)).json();
  expect(seen).toMatchObject({ is_owner: false, runs: [{ name: 'East' }, { name: 'West' }] });

  const table = await other.ask('GET', `${path}/${id}/areas.csv`);
  const rows: Record<string, string>[] = parse(table.body, { bom: true, columns: true });
  expect(rows.map(({ area }) => area)).toEqual(['East', 'West']);
  expect(Number(rows[1]!.changed_hectares)).toBe(result!.statistics.changed_hectares);
  expect(rows[1]!.WKT).toMatch(/^POLYGON \(\(/);
  const pdf = await other.ask('POST', `${path}/${id}/report.pdf`, { organisation: 'Land trust' });
  const { pages } = await readPdf(pdf.rawPayload);
  expect(pages[0]!.text).toMatch(/Both halves.*Land trust.*changed in 2 of 2 areas.*East.*West/);
  expect(pages.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(2);

  const { platform } = app.testApp;
  const held: object[] = [];
  const { collect } = batchesOfAccounts(platform);
  for await (const each of collect(ownerId) as AsyncIterable<object>) held.push(each);
  expect(held.at(-1)).toMatchObject({ id, analyses: expect.arrayContaining([runs[0]!.id]) });

  expect((await other.ask('DELETE', `${path}/${id}`)).statusCode).toBe(403);
  expect((await other.ask('POST', `${path}/${id}/cancel`)).statusCode).toBe(403);
  expect((await owner.ask('DELETE', `${path}/${id}`)).statusCode).toBe(200);
  expect((await owner.ask('GET', `${path}/${id}`)).statusCode).toBe(404);
  expect((await owner.ask('GET', `/api/changedetection/runs/${runs[0]!.id}`)).statusCode).toBe(404);
});

test('a batch under way is stopped, and another one waits for its end', async () => {
  const areas = Array.from({ length: 6 }, (_, index) => ({
    name: `Strip ${index}`,
    coords: box(west + ((east - west) * index) / 6, west + ((east - west) * (index + 1)) / 6),
  }));
  const { id }: Batch = (await owner.ask('POST', path, { ...halves, areas })).json();
  const second = await owner.ask('POST', path, halves);
  expect([second.statusCode, second.json().code]).toEqual([409, 'batch_in_progress']);
  const stopped: Batch = (await owner.ask('POST', `${path}/${id}/cancel`)).json();
  expect(stopped.runs.every(hasEnded)).toBe(true);
  expect(stopped.runs.at(-1)!.status).toBe('cancelled');
  expect((await owner.ask('POST', path, halves)).statusCode).toBe(201);
});

test('one area that fails leaves the others alone; what can not be compared begins nothing', async () => {
  const ask = (changes: object) => other.ask('POST', path, { ...halves, ...changes });
  const [first] = halves.areas;
  expect((await ask({ areas: [first] })).statusCode).toBe(400);
  expect((await ask({ name: ' ' })).statusCode).toBe(400);
  expect((await ask({ endDate: '2100-01-01' })).statusCode).toBe(400);
  const broken = await ask({ areas: [first, { name: 'Moor', coords: '{"type":"Point"}' }] });
  expect(broken.statusCode).toBe(400);
  expect(broken.json().error).toMatch(/^Moor: /);
  expect((await other.ask('GET', path)).json()).toEqual([]);
  expect((await new RunBrowser(app.testApp).ask('POST', path, halves)).statusCode).toBe(401);
  // There are no scenes of the ground ten degrees farther east.
  const elsewhere = { name: 'Elsewhere', coords: box(west + 10, west + 10.02) };
  const { id }: Batch = (await ask({ areas: [elsewhere, first] })).json();
  const { runs } = await untilEnded(id);
  expect(runs.map(({ name, status }) => [name, status])).toEqual([
    ['Elsewhere', 'failed'],
    ['West', 'done'],
  ]);
});
