import { parseArea } from '@refugia/contract/area.ts';
import type { Place, PlaceDetails } from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticArea,
  syntheticRequest,
  withoutScenes,
} from '../../../../testing/synthetic-app.ts';
import { account, place } from '../../../platform/database/schema/index.ts';
import { placesOfAccounts } from './personal-data.ts';

let app: SyntheticApp;
beforeAll(async () => {
  app = await createSyntheticApp();
});
afterAll(() => app?.close());

const { coords, startDate, endDate } = syntheticRequest;

async function person(): Promise<RunBrowser & { accountId: number }> {
  const { headers, username } = await app.testApp.registerAndLogin();
  const { orm } = app.testApp.platform.database;
  const [row] = await orm.select().from(account).where(eq(account.username, username));
  return Object.assign(new RunBrowser(app.testApp, headers), { accountId: row!.id });
}

const save = async (by: RunBrowser, body: object): Promise<Place> =>
  (await by.ask('POST', '/api/places', body)).json();
const open = async (by: RunBrowser, id: string): Promise<PlaceDetails> =>
  (await by.ask('GET', `/api/places/${id}`)).json();
const listed = async (by: RunBrowser): Promise<Place[]> =>
  (await by.ask('GET', '/api/places')).json().places;

describe('a place', () => {
  test('is saved with a name and a note, changed, and deleted', async () => {
    const owner = await person();
    const { id, ...saved } = await save(owner, { name: ' North slope ', note: 'Elk.', coords });
    expect(saved).toMatchObject({ name: 'North slope', note: 'Elk.', look_count: 0 });
    expect(saved.outline).toEqual(parseArea(coords));
    // Not watched, and were it watched, told of what a second look confirms.
    expect(saved.watch).toMatchObject({ every: 'off', lowest_confidence: 'medium' });
    await owner.ask('PATCH', `/api/places/${id}`, { name: 'South slope' });
    await owner.ask('PATCH', `/api/places/${id}`, { note: '' });
    const ring = [
      [-106, 42],
      [-105.9, 42],
      [-105.9, 42.1],
      [-106, 42],
    ];
    const changed = await owner.ask('PATCH', `/api/places/${id}`, {
      coords: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
    });
    expect(changed.statusCode).toBe(200);
    const { place } = await open(owner, id);
    expect(place).toMatchObject({ name: 'South slope', note: '', bbox: [-106, 42, -105.9, 42.1] });
    expect((await owner.ask('DELETE', `/api/places/${id}`)).statusCode).toBe(200);
    expect(await listed(owner)).toEqual([]);
  });

  test('without a name is called after its county', async () => {
    const owner = await person();
    // Omaha lies in this county: U.S. Census Bureau, FIPS 31055.
    const ring = [
      [-96.0, 41.25],
      [-95.95, 41.25],
      [-95.95, 41.3],
      [-96.0, 41.25],
    ];
    const area = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    expect(await save(owner, { coords: area })).toMatchObject({ name: 'Douglas County, Nebraska' });
  });

  test.each([
    ['no polygon', { name: 'A', coords: '{"type":"Point","coordinates":[0,0]}' }],
    ['no JSON', { name: 'A', coords: 'nowhere' }],
    ['an empty name', { name: ' ', coords }],
    ['something unknown', { name: 'A', coords, watch: 'daily' }],
  ])('with %s is refused', async (_, body) => {
    const owner = await person();
    const reply = await owner.ask('POST', '/api/places', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toMatch(/\S/);
    expect(await listed(owner)).toEqual([]);
  });

  test('is one of at most so many', async () => {
    const owner = await person();
    const { orm } = app.testApp.platform.database;
    const { accountId } = owner;
    await orm.insert(place).values(
      Array.from({ length: limits.habitatPatrol.maxPlaces - 1 }, (_, index) => ({
        id: `${accountId} ${index}`,
        accountId,
        name: `Place ${index}`,
        area: syntheticArea,
      })),
    );
    const replies = await Promise.all(
      [1, 2].map(() => owner.ask('POST', '/api/places', { name: 'Last', coords })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });
});

describe('other people', () => {
  test('neither see nor change a place, by its id or otherwise', async () => {
    const owner = await person();
    const { id } = await save(owner, { name: 'Mine', coords });
    const url = `/api/places/${id}`;
    for (const [other, status] of [
      [await person(), 404],
      [new RunBrowser(app.testApp), 401],
    ] as const) {
      const replies = [
        await other.ask('GET', url),
        await other.ask('PATCH', url, { name: 'Taken' }),
        await other.ask('DELETE', url),
        await other.ask('POST', `${url}/looks`, {}),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(status));
    }
    expect((await open(owner, id)).place.name).toBe('Mine');
  });

  test('do not give their runs to a place', async () => {
    const visitor = new RunBrowser(app.testApp);
    const runID = await visitor.complete(syntheticRequest);
    const owner = await person();
    const reply = await owner.ask('POST', '/api/places', { name: 'Mine', coords, runID });
    expect(reply.statusCode).toBe(403);
    expect(await listed(owner)).toEqual([]);
  });
});

describe('looks', () => {
  test('are runs of the place, the newest first, which stay when it is deleted', async () => {
    const owner = await person();
    const first = await owner.complete(syntheticRequest);
    const { id, last_look } = await save(owner, { name: 'Ridge', coords, runID: first });
    expect(last_look).toMatchObject({ id: first, status: 'done' });
    const reply = await owner.ask('POST', `/api/places/${id}/looks`, {
      startDate: withoutScenes.startDate,
      endDate: withoutScenes.endDate,
    });
    expect(reply.statusCode).toBe(202);
    const second = reply.json().id;
    await owner.untilEnded(second);
    const { looks } = await open(owner, id);
    expect(looks.map((look) => [look.id, look.status])).toEqual([
      [second, 'failed'],
      [first, 'done'],
    ]);
    expect(looks[0]?.name).toBe('Ridge');
    // The same question again is the same look.
    await owner.ask('POST', `/api/places/${id}/looks`, { startDate, endDate });
    const again = (await open(owner, id)).looks;
    expect(again).toHaveLength(2);
    const [inList] = await listed(owner);
    expect(inList).toMatchObject({ look_count: 2, last_look: { id: second } });

    const exported = [];
    const { collect, count } = placesOfAccounts(app.testApp.platform);
    for await (const each of collect(owner.accountId) as AsyncIterable<object>) exported.push(each);
    expect(exported).toMatchObject([{ id, name: 'Ridge', looks: [first, second].sort() }]);
    expect(await count(owner.accountId)).toBe(1);

    await owner.ask('DELETE', `/api/places/${id}`);
    expect((await owner.run(first)).status).toBe('done');
    const { orm } = app.testApp.platform.database;
    await orm.delete(account).where(eq(account.id, owner.accountId));
    expect(await count(owner.accountId)).toBe(0);
  });

  test('without dates compare today with the same day of the year before', async () => {
    const owner = await person();
    const { id } = await save(owner, { name: 'Ridge', coords });
    const today = new Date().toISOString().slice(0, 10);
    const reply = await owner.ask('POST', `/api/places/${id}/looks`, {});
    const run = await owner.untilEnded(reply.json().id);
    expect(run.endDate).toBe(today);
    expect(run.startDate.slice(0, 4)).toBe(String(Number(today.slice(0, 4)) - 1));
    expect(run.startDate.slice(5, 8)).toBe(today.slice(5, 8));
  });

  test('with dates that a run refuses are refused', async () => {
    const owner = await person();
    const { id } = await save(owner, { name: 'Ridge', coords });
    const reply = await owner.ask('POST', `/api/places/${id}/looks`, { endDate: 'soon' });
    expect(reply.statusCode).toBe(400);
    expect((await open(owner, id)).looks).toEqual([]);
  });
});
