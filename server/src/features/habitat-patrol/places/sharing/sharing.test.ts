import { parseArea } from '@refugia/contract/area.ts';
import type { RunVerdicts } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { Place, PlaceDetails } from '@refugia/contract/habitat-patrol/places.ts';
import type { NewKey } from '@refugia/contract/keys.ts';
import type { FeatureCollection } from 'geojson';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSyntheticApp,
  publicUrl,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
} from '../../../../../testing/synthetic-app.ts';

type Person = RunBrowser & { readonly username: string };

let app: SyntheticApp;
let owner: Person;
let watcher: Person;
let judge: Person;
let stranger: Person;
let place: Place;
let otherPlace: Place;
let runId: string;

beforeAll(async () => {
  app = await createSyntheticApp({ publicUrl });
  [owner, watcher, judge, stranger] = await Promise.all([person(), person(), person(), person()]);
  runId = await owner.complete(syntheticRequest);
  const { coords } = syntheticRequest;
  const save = async (body: object): Promise<Place> =>
    (await owner.ask('POST', '/api/places', { coords, ...body })).json();
  place = await save({ name: 'Ridge <north> & "south"', note: 'A den.', runID: runId });
  otherPlace = await save({ name: 'Elsewhere', note: 'Another den.' });
  await share(watcher, 'watch');
  await share(judge, 'judge');
});
afterAll(() => app?.close());

async function person(): Promise<Person> {
  const { headers, username } = await app.testApp.registerAndLogin();
  return Object.assign(new RunBrowser(app.testApp, headers), { username });
}

const url = (of = place) => `/api/places/${of.id}`;
const share = ({ username }: { username: string }, role: string, by: RunBrowser = owner) =>
  by.ask('PUT', `${url()}/members`, { username, role });
const open = async (by: RunBrowser): Promise<PlaceDetails> => (await by.ask('GET', url())).json();
const makeLink = async (): Promise<NewKey> =>
  (
    await owner.ask('POST', '/api/keys', {
      target: { type: 'place', id: place.id },
      kind: 'view',
      name: 'The board',
    })
  ).json();
const visitor = () => new RunBrowser(app.testApp);

/** The elements of a document that is well-formed XML with namespaces, each as its path and text. */
function readXml(text: string): { path: string; uri: string; text: string; href?: string }[] {
  const found: ReturnType<typeof readXml> = [];
  const stack: ReturnType<typeof readXml> = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const path = `${stack.at(-1)?.path ?? ''}/${local}`;
    const href = attributes.href?.value;
    stack.push({ path, uri, text: '', ...(href !== undefined && { href }) });
  });
  parser.on('text', (part) => {
    const top = stack.at(-1);
    if (top) top.text += part;
  });
  parser.on('closetag', () => {
    const closed = stack.pop();
    if (closed) found.push(closed);
  });
  parser.write(text).close();
  return found;
}

describe('a place that is shared with accounts', () => {
  test('is read by them, in the list and alone, without the owner’s note and other places', async () => {
    for (const [member, role] of [
      [watcher, 'watch'],
      [judge, 'judge'],
    ] as const) {
      const reply = await member.ask('GET', '/api/places');
      expect(reply.body).not.toMatch(/den\.|Elsewhere/);
      expect(reply.json().places).toMatchObject([
        { id: place.id, role, owner: owner.username, note: '', look_count: 1 },
      ]);
      const details = await open(member);
      expect(details.place).toMatchObject({ name: place.name, note: '', role });
      expect(details.looks.map(({ id }) => id)).toEqual([runId]);
      expect((await member.ask('GET', url(otherPlace))).statusCode).toBe(404);
    }
    expect((await open(owner)).place).toMatchObject({ note: 'A den.', role: 'owner' });
  });

  test('is changed, shared and looked at by its owner alone', async () => {
    for (const [other, status] of [
      [watcher, 403],
      [judge, 403],
      [stranger, 404],
      [visitor(), 401],
    ] as const) {
      const replies = [
        await other.ask('PATCH', url(), { name: 'Taken' }),
        await other.ask('DELETE', url()),
        await other.ask('POST', `${url()}/looks`, {}),
        await other.ask('GET', `${url()}/members`),
        await share(stranger, 'judge', other),
        await other.ask('DELETE', `${url()}/members/${owner.username}`),
        await other.ask('GET', `/api/keys?type=place&id=${place.id}`),
        await other.ask('POST', '/api/keys', {
          target: { type: 'place', id: place.id },
          kind: 'view',
          name: 'Taken',
        }),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(status));
    }
    expect((await open(owner)).place.name).toBe(place.name);
  });

  test('lists its members, refuses nobody and its owner, and changes roles', async () => {
    const names = async () =>
      (await owner.ask('GET', `${url()}/members`))
        .json()
        .members.map((each: { username: string; role: string }) => [each.username, each.role]);
    const expected = [
      [watcher.username, 'watch'],
      [judge.username, 'judge'],
    ].sort();
    expect(await names()).toEqual(expected);
    expect((await share({ username: 'nobody-here' }, 'watch')).json()).toMatchObject({
      code: 'user_not_found',
    });
    expect((await share(owner, 'watch')).statusCode).toBe(409);
    expect((await share(watcher, 'owner')).statusCode).toBe(400);
    expect((await share({ username: watcher.username.toUpperCase() }, 'judge')).statusCode).toBe(
      200,
    );
    expect((await share(watcher, 'watch')).statusCode).toBe(200);
    expect(await names()).toEqual(expected);
    const told = (await watcher.ask('GET', '/api/notifications')).json();
    expect(told).toMatchObject([
      { kind: 'place-shared', address: expect.stringContaining(place.id) },
    ]);
  });

  test('is judged by its judges, and not by those who watch', async () => {
    const verdict = { verdict: 'real', note: '' };
    const say = (by: RunBrowser) =>
      by.ask('PUT', `/api/changedetection/runs/${runId}/patches/1/verdict`, verdict);
    const mayJudge = async (by: RunBrowser) =>
      ((await by.ask('GET', `/api/changedetection/runs/${runId}/verdicts`)).json() as RunVerdicts)
        .may_judge;
    expect((await say(watcher)).statusCode).toBe(403);
    expect((await say(stranger)).statusCode).toBe(403);
    expect(await Promise.all([watcher, stranger, visitor(), judge].map(mayJudge))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const said: RunVerdicts = (await say(judge)).json();
    expect(said.verdicts).toMatchObject([{ by: judge.username, verdict: 'real', counts: true }]);
  });

  test('is left by who does not want it, and closed to who is removed', async () => {
    const guest = await person();
    await share(guest, 'judge');
    expect((await guest.ask('DELETE', `${url()}/members/${watcher.username}`)).statusCode).toBe(
      403,
    );
    expect((await guest.ask('DELETE', `${url()}/members/${guest.username}`)).statusCode).toBe(200);
    expect((await guest.ask('GET', url())).statusCode).toBe(404);
    await share(guest, 'judge');
    expect((await owner.ask('DELETE', `${url()}/members/${guest.username}`)).statusCode).toBe(200);
    expect((await owner.ask('DELETE', `${url()}/members/${guest.username}`)).statusCode).toBe(404);
    expect((await guest.ask('GET', url())).statusCode).toBe(404);
    expect((await guest.ask('GET', '/api/notifications')).json()).toEqual([]);
    const verdict = await guest.ask('PUT', `/api/changedetection/runs/${runId}/patches/1/verdict`, {
      verdict: 'real',
      note: '',
    });
    expect(verdict.statusCode).toBe(403);
  });
});

const reads = ['', '/feed.atom', '/place.geojson'];

describe('a view-only link', () => {
  test('opens its place for reading, and nothing else', async () => {
    const { key, url: address } = await makeLink();
    expect(address).toBe(`${publicUrl}/apps/habitatpatrol/places/${place.id}?key=${key}`);
    for (const anybody of [visitor(), stranger]) {
      for (const file of reads) {
        const reply = await anybody.ask('GET', `${url()}${file}?key=${key}`);
        expect(reply.statusCode).toBe(200);
        expect(reply.body).not.toMatch(/den\.|Elsewhere/);
        expect(reply.body).not.toContain(owner.username);
        expect((await anybody.ask('GET', `${url(otherPlace)}${file}?key=${key}`)).statusCode).toBe(
          404,
        );
      }
      const header = { 'x-refugia-key': key };
      const { place: read } = (await anybody.ask('GET', url(), undefined, header)).json();
      expect(read).toMatchObject({ role: 'viewer', owner: null, note: '' });
      const replies = [
        await anybody.ask('PATCH', `${url()}?key=${key}`, { name: 'Taken' }),
        await anybody.ask('DELETE', `${url()}?key=${key}`),
        await anybody.ask('POST', `${url()}/looks?key=${key}`, {}),
        await anybody.ask('GET', `${url()}/members?key=${key}`),
        await anybody.ask('DELETE', `${url()}/members/${judge.username}?key=${key}`),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(403));
    }
  });

  test('is closed by every call once it is revoked, and so are guessed ones', async () => {
    const { id, key } = await makeLink();
    expect((await stranger.ask('DELETE', `/api/keys/${id}`)).statusCode).toBe(404);
    expect((await watcher.ask('DELETE', `/api/keys/${id}`)).statusCode).toBe(403);
    expect((await owner.ask('DELETE', `/api/keys/${id}`)).statusCode).toBe(200);
    for (const wrong of [key, 'guessed', `${key}x`, place.id]) {
      for (const file of reads) {
        const reply = await visitor().ask('GET', `${url()}${file}?key=${wrong}`);
        expect([reply.statusCode, reply.json().code]).toEqual([404, 'place_not_found']);
      }
    }
    for (const file of reads) {
      expect((await visitor().ask('GET', `${url()}${file}`)).statusCode).toBe(401);
      expect((await stranger.ask('GET', `${url()}${file}`)).statusCode).toBe(404);
      expect((await stranger.ask('GET', `/api/places/guessed${file}`)).statusCode).toBe(404);
    }
  });

  test('goes with its place', async () => {
    const { coords } = syntheticRequest;
    const gone = (await owner.ask('POST', '/api/places', { name: 'Gone', coords })).json();
    const target = { type: 'place', id: gone.id };
    const made = await owner.ask('POST', '/api/keys', { target, kind: 'view', name: 'Link' });
    expect((await owner.ask('DELETE', url(gone))).statusCode).toBe(200);
    const { rows } = await app.testApp.platform.database.pool.query(
      'SELECT id FROM access_key WHERE id = $1',
      [made.json().id],
    );
    expect(rows).toEqual([]);
  });
});

test('the feed is Atom (RFC 4287), with an entry for each look that found change', async () => {
  const { key } = await makeLink();
  const self = `${url()}/feed.atom?key=${key}`;
  const reply = await visitor().ask('GET', self);
  expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const elements = readXml(reply.body);
  expect(new Set(elements.map(({ uri }) => uri))).toEqual(new Set(['http://www.w3.org/2005/Atom']));
  const at = (path: string) => elements.filter((each) => each.path === path);
  // The elements that RFC 4287 requires, sections 4.1.1 and 4.1.2.
  for (const required of ['id', 'title', 'updated']) {
    expect(at(`/feed/${required}`)).toHaveLength(1);
    expect(at(`/feed/entry/${required}`)).toHaveLength(1);
  }
  expect(at('/feed/author/name')).toHaveLength(1);
  expect(at('/feed/title')[0]!.text).toBe(`Change at ${place.name}`);
  expect(at('/feed/link').map(({ href }) => href)).toContain(`${publicUrl}${self}`);
  for (const { text } of [...at('/feed/updated'), ...at('/feed/entry/updated')]) {
    expect(new Date(text).toISOString()).toBe(text);
  }
  const link = `${publicUrl}/apps/habitatpatrol/map?run=${runId}`;
  expect(at('/feed/entry/link').map(({ href }) => href)).toEqual([link]);
  // The synthetic change measures 20.8 ha (51.5 acres at 2.47105 to the hectare) in one patch.
  expect(at('/feed/entry/summary')[0]!.text).toMatch(
    /20\.8\sha\s\(51\.5\sac\) changed in 1 patch\./,
  );
});

test('the area leaves as GeoJSON, with the figures of its last look', async () => {
  const reply = await watcher.ask('GET', `${url()}/place.geojson`);
  expect(reply.headers['content-type']).toBe('application/geo+json');
  const { features } = reply.json() as FeatureCollection;
  expect(features).toHaveLength(1);
  expect(features[0]!.geometry).toEqual(parseArea(syntheticRequest.coords));
  expect(features[0]!.properties).toMatchObject({
    name: place.name,
    last_look_patches: 1,
    last_look_from: syntheticRequest.startDate,
  });
});
