import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import { syntheticScenes } from '@refugia/engine/testing/synthetic-scenes.ts';
import type { FeatureCollection } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFinishedRun,
  type FinishedRun,
  RunBrowser,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';
import { createTestApp } from '../../../../testing/test-app.ts';

/** The synthetic world's change ends at -104.9796. */
const besideChange = -104.979;

let run: FinishedRun;
let otherId: string;
let apartId: string;
beforeAll(async () => {
  run = await createFinishedRun();
  // The western half of the same area.
  const [west, south, east, north] = run.result.bbox;
  otherId = await run.owner.complete({
    ...syntheticRequest,
    coords: areaText(west, south, (west + east) / 2, north),
    method: 'ndvi',
  });
  apartId = await run.owner.complete({
    ...syntheticRequest,
    coords: areaText(besideChange, south, east, north),
  });
});
afterAll(() => run?.close());

function areaText(west: number, south: number, east: number, north: number): string {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

const compare = (id: string, other: string, file = 'comparison') =>
  run.anybody().ask('GET', `/api/changedetection/runs/${id}/${file}?with=${other}`);

test('a run and one of a part of its area have the patches of that part in common', async () => {
  const reply = await compare(run.id, otherId);
  expect(reply.statusCode).toBe(200);
  const found: RunComparison = reply.json();
  expect([found.earlier.id, found.later.id]).toEqual([run.id, otherId]);
  const patchesOf = async (id: string): Promise<PatchPage> =>
    (await run.anybody().ask('GET', `/api/changedetection/runs/${id}/patches?limit=200`)).json();
  const [whole, part] = [await patchesOf(run.id), await patchesOf(otherId)];
  const { totals } = found;
  expect(totals.same.patches).toBeGreaterThan(0);
  expect(totals.new.patches + totals.same.patches).toBe(part.total);
  expect(totals.gone.patches + totals.same_earlier.patches + totals.elsewhere.patches).toBe(
    whole.total,
  );
  const [largest] = found.same;
  // Ground by the outline is the ground by pixels, which the run itself measures.
  const counted = part.patches.find(({ id }) => id === largest!.id)!.hectares;
  expect(largest!.hectares / counted).toBeCloseTo(1, 2);
  expect(largest!.matches.length).toBeGreaterThan(0);
  expect(largest!.shared_hectares).toBeLessThanOrEqual(largest!.hectares + 1e-9);
  // Whichever comes first in the address, the earlier run is the same one.
  expect((await compare(otherId, run.id)).json()).toEqual(found);
});

test('patches where the other run did not look are told apart', async () => {
  const { totals, same, gone }: RunComparison = (await compare(run.id, apartId)).json();
  expect([same, gone]).toEqual([[], []]);
  expect(totals.elsewhere.patches).toBe(run.result.statistics.patch_count);
  expect(totals.elsewhere.hectares).toBeCloseTo(run.result.statistics.changed_hectares, 1);
});

test('a patch that clouds hid from the later run is hidden and not gone', async () => {
  // The synthetic world's change lies in columns 120 to 169 and rows 100 to 139.
  const cloud = { column: 110, row: 90, width: 70, height: 60 };
  const cloudy = { id: 'later-cloudy', datetime: '2024-07-15T17:50:00Z', cloud };
  const imagery = await startSyntheticImagery([...syntheticScenes, cloudy]);
  const app = await createTestApp({ config: { imageryUrl: imagery.catalogueUrl } });
  try {
    const browser = new RunBrowser(app);
    const id = await browser.complete(syntheticRequest);
    const later = await browser.complete({ ...syntheticRequest, endDate: '2024-07-15' });
    const address = `/api/changedetection/runs/${later}/comparison`;
    const found: RunComparison = (await browser.ask('GET', `${address}?with=${id}`)).json();
    const { statistics } = (await browser.run(id)).result!;
    expect(found.totals.gone).toEqual({ patches: 0, hectares: 0 });
    expect(found.totals.hidden.patches).toBe(statistics.patch_count);
    expect(found.totals.hidden.hectares).toBeCloseTo(statistics.changed_hectares, 1);
    expect(new Set(found.hidden.map((patch) => patch.run))).toEqual(new Set([id]));
    const file = await browser.ask('GET', `${address}.geojson?with=${id}`);
    const { features } = file.json<FeatureCollection>();
    expect(features.map(({ properties }) => properties?.comparison)).toEqual(
      found.hidden.map(() => 'hidden'),
    );
  } finally {
    await app.close();
    await imagery.close();
  }
});

test('is downloaded as GeoJSON', async () => {
  const reply = await compare(run.id, otherId, 'comparison.geojson');
  expect(reply.headers['content-type']).toBe('application/geo+json');
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="comparison_/);
  const { features } = reply.json<FeatureCollection>();
  const { totals } = (await compare(run.id, otherId)).json<RunComparison>();
  for (const kind of ['new', 'gone', 'same', 'same_earlier', 'hidden'] as const) {
    const own = features.filter(({ properties }) => properties?.comparison === kind);
    expect(own.map(({ geometry }) => geometry.type).every((type) => /Polygon$/.test(type))).toBe(
      true,
    );
    expect(own).toHaveLength(totals[kind].patches);
    const runIds = own.map(
      ({ properties }) => (properties as PatchFeature['properties'] & { run: string }).run,
    );
    const expected = kind === 'gone' || kind === 'same_earlier' ? run.id : otherId;
    expect(new Set(runIds)).toEqual(new Set(own.length ? [expected] : []));
  }
  expect(new Set(features.map(({ id }) => id)).size).toBe(features.length);
});

test('is refused for one run, areas apart, unknown runs, and runs without result', async () => {
  const answers = async (id: string, other: string) => {
    const reply = await compare(id, other);
    expect(reply.json().error).toMatch(/\.$/);
    return [reply.statusCode, reply.json().code];
  };
  expect(await answers(run.id, run.id)).toEqual([400, 'same_run']);
  expect(await answers(otherId, apartId)).toEqual([409, 'areas_apart']);
  expect(await answers(run.id, 'guessed')).toEqual([404, 'run_not_found']);
  expect(await answers('guessed', run.id)).toEqual([404, 'run_not_found']);
  const [startDate, endDate] = ['2016-07-15', '2017-07-15'];
  const reply = await run.owner.start({ ...syntheticRequest, startDate, endDate });
  await run.owner.untilEnded(reply.json().id);
  expect(await answers(run.id, reply.json().id)).toEqual([409, 'run_without_result']);
  expect((await run.anybody().ask('GET', `${run.runUrl}/comparison`)).statusCode).toBe(400);
  const none = await run
    .anybody()
    .ask('GET', `${run.runUrl}/comparison.geojson?with=${otherId}&limit=0`);
  expect(none.statusCode).toBe(400);
});
