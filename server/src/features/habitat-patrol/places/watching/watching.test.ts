import { readFile, writeFile } from 'node:fs/promises';
import type { Confidence } from '@refugia/contract/habitat-patrol/confidence.ts';
import type {
  Place,
  PlaceDetails,
  PlaceFinding,
  Watch,
} from '@refugia/contract/habitat-patrol/places.ts';
import {
  type PatchFeature,
  writePatchFormat,
} from '@refugia/engine/analysis/result/patch-files.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicUrl, RunBrowser, syntheticRequest } from '../../../../../testing/synthetic-app.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../../testing/test-app.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { placeOf } from '../../../../platform/storage/storage.ts';
import { chooseImagery } from '../../engine/imagery.ts';
import { ScenePreviews } from '../../engine/scene-previews.ts';
import { defineLanes } from '../../runs/analysis-queue.ts';
import { storedName } from '../../runs/run-folders.ts';
import { gatherLook } from './gather-look.ts';
import { newestClear, watchPlaces } from './watch-places.ts';
import { listToGather } from './watch-queries.ts';

/** The ground of the synthetic world changes on 1 June 2022. */
const scenes = [
  { id: 'before', datetime: '2022-05-15T17:50:00Z' },
  { id: 'after', datetime: '2023-05-15T17:50:00Z' },
  { id: 'later', datetime: '2023-05-30T17:50:00Z' },
];
const { coords } = syntheticRequest;
const weekly: Watch = {
  every: 'weekly',
  minimum_hectares: 1,
  kinds: ['vegetation_loss', 'other'],
  lowest_confidence: 'low',
};

let app: TestApp;
let imageryServer: ImageryServer;
let owner: TestAccount & { browser: RunBrowser };
let member: typeof owner;
let stranger: typeof owner;

beforeAll(async () => {
  imageryServer = await startSyntheticImagery(scenes);
  const imageryUrl = imageryServer.catalogueUrl;
  // The app's own rounds start no looks, so that the test's instants are the only ones.
  app = await createTestApp({ config: { imageryUrl, publicUrl, placeWatchHour: null } });
  [owner, member, stranger] = await Promise.all([person(), person(), person()]);
});
afterAll(async () => {
  await app?.close();
  await imageryServer?.close();
});

async function person() {
  const account = await app.registerAndLogin();
  return { ...account, browser: new RunBrowser(app, account.headers) };
}

const save = async (body: object): Promise<Place> =>
  (await owner.browser.ask('POST', '/api/places', { coords, ...body })).json();
const open = async ({ id }: Place): Promise<PlaceDetails> =>
  (await owner.browser.ask('GET', `/api/places/${id}`)).json();
const findings = async ({ id }: Place): Promise<PlaceFinding[]> =>
  (await owner.browser.ask('GET', `/api/places/${id}/findings`)).json().findings;
const told = async ({ browser }: typeof owner) =>
  (await browser.ask('GET', '/api/notifications'))
    .json()
    .filter(({ kind }: { kind: string }) => kind === 'place-change');

/** One round of watching as of an instant. */
async function round(at: string) {
  const { platform } = app;
  const imagery = chooseImagery(platform.config);
  const queue = defineLanes(platform.jobs, 60, async () => {});
  const searches = new ScenePreviews(platform);
  const signal = AbortSignal.timeout(60_000);
  const now = new Date(at);
  await watchPlaces(
    { platform, imagery, queue, searches, hour: 8 },
    { now, signal, isOffered: true },
  );
  imagery.close();
}

const dropped = new Error('The process was killed before the commit.');
/** The product whose process dies just before it commits. */
function dying(platform: Platform): Platform {
  const { orm } = platform.database;
  const transaction: typeof orm.transaction = (work) =>
    orm.transaction(async (inner) => {
      await work(inner);
      throw dropped;
    });
  const database = {
    ...platform.database,
    orm: Object.assign(Object.create(orm), { transaction }),
  };
  return { ...platform, database };
}

test('a watched place finds, tells once, confirms, and waits for new scenes', async () => {
  const { platform } = app;
  const place = await save({ name: 'Ridge', watch: weekly });
  const { username } = member;
  await owner.browser.ask('PUT', `/api/places/${place.id}/members`, { username, role: 'watch' });
  expect(place.watching.next_look_at).not.toBeNull();
  // Due places are those of the clock that the round is told.
  await round('2030-01-01T12:00:00Z');
  expect((await open(place)).place.watching).toMatchObject({
    next_look_at: '2030-01-02T08:00:00.000Z',
    last_outcome: 'no new scenes',
  });
  await owner.browser.ask('PATCH', `/api/places/${place.id}`, {
    watch: { ...weekly, every: 'off' },
  });
  await owner.browser.ask('PATCH', `/api/places/${place.id}`, { watch: weekly });
  await makeDue(place, '2023-05-20T12:00:00Z');
  await round('2023-05-20T12:00:00Z');
  const [look] = (await open(place)).looks;
  expect(look).toMatchObject({ startDate: '2022-05-20', endDate: '2023-05-20' });
  // A watched look is no run of which a person has one at a time.
  const own = await owner.browser.start({ ...syntheticRequest, startDate: '2022-05-14' });
  expect(own.statusCode).toBe(202);
  expect((await owner.browser.untilEnded(look!.id)).status).toBe('done');

  const [ended] = await listToGather(platform.database.orm, 5);
  const now = new Date('2023-05-20T13:00:00Z');
  await expect(gatherLook(dying(platform), ended!, now)).rejects.toThrow(dropped);
  expect([await findings(place), await told(owner)]).toEqual([[], []]);
  await Promise.all([gatherLook(platform, ended!, now), gatherLook(platform, ended!, now)]);
  await gatherLook(platform, ended!, now);
  const found = await findings(place);
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['seen once']));
  for (const { hectares, told_at, run_id } of found) {
    expect(hectares).toBeGreaterThanOrEqual(1);
    expect([told_at, run_id]).toEqual([now.toISOString(), look!.id]);
  }
  const what = found.length === 1 ? 'A new patch' : `${found.length} new patches`;
  for (const each of [owner, member]) {
    expect(await told(each)).toMatchObject([
      {
        sentence: `${what} of change at the place "Ridge"`,
        address: expect.stringContaining(place.id),
      },
    ]);
  }
  expect(await told(stranger)).toEqual([]);
  const mail = await app.waitForMail(owner.email, /Ridge/);
  expect(mail.text).toContain(`${publicUrl}/apps/habitatpatrol/map?run=${look!.id}&patch=`);
  const chips = [...String(mail.html).matchAll(/<img src="([^"]+)" alt="(Before|After)"/g)];
  expect(chips.length).toBe(2 * found.length);
  for (const [, address] of chips) {
    const chip = await stranger.browser.ask('GET', new URL(address!).pathname);
    expect([chip.statusCode, chip.headers['content-type']]).toEqual([200, 'image/png']);
  }
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(headers['list-unsubscribe']).toContain('/api/notifications/unsubscribe?token=');

  expect((await open(place)).place.watching).toEqual({
    is_offered: false,
    next_look_at: '2023-05-27T08:00:00.000Z',
    last_outcome: 'found',
  });
  await round('2023-05-28T09:00:00Z');
  const [second] = (await open(place)).looks;
  expect(second!.id).not.toBe(look!.id);
  await owner.browser.untilEnded(second!.id);
  await round('2023-05-28T10:00:00Z');
  expect((await findings(place)).map(({ id, state, run_id }) => [id, state, run_id])).toEqual(
    found.map(({ id }) => [id, 'confirmed', second!.id]),
  );
  expect((await open(place)).place.watching.last_outcome).toBe('nothing new');
  expect(await told(owner)).toHaveLength(1);
  await round('2023-06-06T09:00:00Z');
  expect((await open(place)).looks).toHaveLength(2);
  expect((await open(place)).place.watching).toMatchObject({
    next_look_at: '2023-06-07T08:00:00.000Z',
    last_outcome: 'no new scenes',
  });
});

/** Makes a place due at an instant of the past. */
async function makeDue({ id }: Place, at: string): Promise<void> {
  await app.platform.database.pool.query('UPDATE place SET next_look_at = $1 WHERE id = $2', [
    at,
    id,
  ]);
}

test('a finding is told once it is as sure as its watch asks for', async () => {
  const { browser } = stranger;
  const watch: Watch = { ...weekly, lowest_confidence: 'high' };
  const place: Place = (
    await browser.ask('POST', '/api/places', { coords, name: 'Careful', watch })
  ).json();
  const address = `/api/places/${place.id}`;
  const told = async () => {
    const found: PlaceFinding[] = (await browser.ask('GET', `${address}/findings`)).json().findings;
    return [...new Set(found.map((each) => `${each.state}, ${each.confidence}, ${each.told_at}`))];
  };
  const look = async (at: string, gatheredAt: string, patch: Confidence) => {
    await makeDue(place, at);
    await round(at);
    const { looks }: PlaceDetails = (await browser.ask('GET', address)).json();
    await browser.untilEnded(looks[0]!.id);
    await setConfidence(looks[0]!.id, patch);
    await round(gatheredAt);
    return looks[0]!.id;
  };
  await look('2023-05-20T12:00:00Z', '2023-05-20T13:00:00Z', 'high');
  expect(await told()).toEqual(['seen once, low, null']);
  const runId = await look('2023-05-31T12:00:00Z', '2023-05-31T13:00:00Z', 'medium');
  expect(await told()).toEqual(['confirmed, medium, null']);
  // The same look, as if it had another patch and watch.
  const { pool } = app.platform.database;
  const at = new Date('2023-05-31T14:00:00Z');
  const gatherAgain = async (lowest: Confidence, patch: Confidence) => {
    await browser.ask('PATCH', address, { watch: { ...weekly, lowest_confidence: lowest } });
    await setConfidence(runId, patch);
    await pool.query('UPDATE place_finding SET told_at = NULL WHERE place_id = $1', [place.id]);
    await pool.query('UPDATE place_look SET is_to_gather = TRUE WHERE run_id = $1', [runId]);
    await gatherLook(app.platform, { placeId: place.id, runId, status: 'done' }, at);
    return await told();
  };
  expect(await gatherAgain('medium', 'low')).toEqual(['confirmed, low, null']);
  expect(await gatherAgain('medium', 'medium')).toEqual([`confirmed, medium, ${at.toISOString()}`]);
  const [notification] = (await browser.ask('GET', '/api/notifications')).json();
  expect(notification.excerpt).toMatch(
    /confirmed by a second look, of at least medium confidence\.$/,
  );
  expect(await gatherAgain('high', 'medium')).toEqual(['confirmed, medium, null']);
  expect(await gatherAgain('high', 'high')).toEqual([`confirmed, high, ${at.toISOString()}`]);
});

/** Gives all patches of a run a confidence, before they become findings. */
async function setConfidence(runId: string, confidence: Confidence): Promise<void> {
  const { storage } = app.platform;
  const path = placeOf(storage.locate(storedName(runId), 'patches.geojson'));
  const { features } = JSON.parse(await readFile(path, 'utf8')) as { features: PatchFeature[] };
  for (const { properties } of features) {
    Object.assign(properties, { confidence_class: confidence });
  }
  await writeFile(path, writePatchFormat.geojson(features));
}

test('a look that fails is told by the place and tried at the next due time', async () => {
  const place = await save({ name: 'Slope', watch: weekly });
  await makeDue(place, '2022-05-20T12:00:00Z');
  await round('2022-05-20T12:00:00Z');
  const [look] = (await open(place)).looks;
  // There are no scenes of the year before.
  expect((await owner.browser.untilEnded(look!.id)).status).toBe('failed');
  await round('2022-05-20T12:05:00Z');
  expect((await open(place)).place.watching).toMatchObject({
    next_look_at: '2022-05-27T08:00:00.000Z',
    last_outcome: 'failed',
  });
  expect(await findings(place)).toEqual([]);
});

test('others neither read findings by guessed ids nor change how a place is watched', async () => {
  const place = await save({ name: 'Mine', watch: { ...weekly, every: 'off' } });
  expect(place.watching.next_look_at).toBeNull();
  const { browser } = stranger;
  const url = `/api/places/${place.id}`;
  expect((await browser.ask('GET', `${url}/findings`)).statusCode).toBe(404);
  expect((await browser.ask('PATCH', url, { watch: weekly })).statusCode).toBe(404);
  expect((await open(place)).place.watch.every).toBe('off');
  for (const watch of [
    { ...weekly, every: 'daily' },
    { ...weekly, kinds: [] },
    { ...weekly, minimum_hectares: 0 },
  ]) {
    expect((await owner.browser.ask('PATCH', url, { watch })).statusCode).toBe(400);
  }
});

test('scenes are new enough if they show half of the area', () => {
  const scene = (datetime: string, shareUsed: number) => ({ datetime, shareUsed });
  const all = [scene('2023-05-01T00:00:00Z', 0.6), scene('2023-05-06T00:00:00Z', 0.4)];
  expect(newestClear(all, null)).toEqual(new Date('2023-05-06'));
  expect(newestClear(all, new Date('2023-05-01'))).toBeUndefined();
  expect(newestClear([...all, scene('2023-05-11T00:00:00Z', 0)], new Date('2023-04-30'))).toEqual(
    new Date('2023-05-06'),
  );
});
