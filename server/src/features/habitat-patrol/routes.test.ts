import { writeArea } from '@refugia/contract/area.ts';
import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { tileAt } from '@refugia/engine/render/web-mercator.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/synthetic-imagery.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RunBrowser } from '../../../testing/run-browser.ts';
import { createTestApp, type TestApp, testConfig } from '../../../testing/test-app.ts';
import { chooseImagery } from './engine/imagery.ts';
import { checkRequest, requestKey } from './engine/run-request.ts';

const analysisUrl = '/api/changedetection/analysis';
const coords = writeArea(syntheticWorld.area);
const body = { coords, startDate: syntheticWorld.beforeDate, endDate: syntheticWorld.afterDate };
/** The synthetic world's place, in a year of which it has no scenes. */
const withoutScenes = { coords, startDate: '2016-07-15', endDate: '2017-07-15' };

let imageryServer: ImageryServer;
let testApp: TestApp;

beforeAll(async () => {
  imageryServer = await startSyntheticImagery();
  testApp = await createTestApp({ config: { imageryUrl: imageryServer.catalogueUrl } });
}, 120_000);
afterAll(async () => {
  await testApp?.close();
  await imageryServer?.close();
});
beforeEach(() => imageryServer.faults.clear());

class Browser extends RunBrowser {
  constructor(headers: Record<string, string> = {}) {
    super(testApp, headers);
  }

  override start(payload: object = body) {
    return super.start(payload);
  }
}

describe('the run checks', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  test.each([
    ['nothing', {}, 'Please select dates and an area of interest before running an analysis'],
    [
      'nothing but null',
      { coords: null, startDate: null, endDate: null },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no area',
      { ...body, coords: '' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'an area that is no JSON',
      { ...body, coords: '{' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a point',
      { ...body, coords: '{"type":"Point","coordinates":[1,2]}' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'no end date',
      { ...body, endDate: undefined },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a day that does not exist',
      { ...body, startDate: '2019-02-30' },
      'Please select dates and an area of interest before running an analysis',
    ],
    [
      'a year before 2015',
      { ...body, startDate: '2014-12-31' },
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    [
      'an early year before a late end',
      { ...body, startDate: '2014-12-31', endDate: tomorrow },
      'Satellite data from before 2015 is not available, please pick a later date.',
    ],
    [
      'an end in the future',
      { ...body, endDate: tomorrow },
      'Please select an end date that is not in the future.',
    ],
    [
      'an end before the start',
      { ...body, startDate: '2021-01-02', endDate: '2021-01-01' },
      'Please make sure your end date occurs after your starting date.',
    ],
  ])('%s', async (_, payload, message) => {
    const reply = await new Browser().ask('POST', analysisUrl, payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toBe(message);
    expect(reply.json().code).toMatch(/^[a-z_]+$/);
  });

  test('name the fields at fault', async () => {
    const reply = await new Browser().ask('POST', analysisUrl, { coords: '{' });
    expect(Object.keys(reply.json().fields).sort()).toEqual(['coords', 'endDate', 'startDate']);
  });

  test('an area larger than this release works on', async () => {
    const ring = [
      [-140, 15],
      [-60, 15],
      [-60, 60],
      [-140, 60],
      [-140, 15],
    ];
    const large = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
    const reply = await new Browser().ask('POST', analysisUrl, { ...body, coords: large });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      error: 'Please draw a polygon that covers a smaller amount of land.',
      code: 'area_too_large',
    });
  });

  test('a bare geometry, a feature and a collection of features are understood', async () => {
    const geometry = syntheticWorld.area;
    const feature = { type: 'Feature', properties: {}, geometry };
    for (const shape of [geometry, feature, { type: 'FeatureCollection', features: [feature] }]) {
      const reply = await new Browser().start({ ...withoutScenes, coords: JSON.stringify(shape) });
      expect([202, 422]).toContain(reply.statusCode);
    }
  });
});

describe('a run', () => {
  test('answers when it is done, with the fields of the specification', async () => {
    const browser = new Browser();
    const reply = await browser.ask('POST', analysisUrl, { ...body, tries: 1 });
    expect(reply.statusCode).toBe(200);
    const result = reply.json<AnalysisResult>();
    expect(result.change_occured).toBe(true);
    expect(result.before_date).toBe('2021-07-14');
    expect(result.after_date).toBe('2023-07-16');
    // The world's change: 50 × 40 pixels of 10 m.
    expect(Math.abs(result.statistics.changed_hectares - 20)).toBeLessThan(2);
    expect(result.imagery.mode).toBe('live');
    expect(result.poly).toMatchObject({ type: 'Polygon' });

    const [longitude, latitude] = syntheticWorld.area.coordinates[0][0];
    const { z, x, y } = tileAt(longitude + 0.01, latitude + 0.01, 13);
    for (const template of [result.beforeImg, result.afterImg, result.changeImg]) {
      const url = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      const tile = await browser.ask('GET', url);
      expect(tile.statusCode).toBe(200);
      expect(tile.headers['content-type']).toBe('image/png');
      expect(tile.headers['cache-control']).toContain('immutable');
      const { channels } = await sharp(tile.rawPayload).stats();
      expect(channels.at(-1)?.max).toBeGreaterThan(0);
      const again = await browser.ask('GET', url, undefined, {
        'if-none-match': String(tile.headers.etag),
      });
      expect(again.statusCode).toBe(304);
    }
    for (const wrong of [
      result.beforeImg.replace('before', 'between').replace('{z}/{x}/{y}', '3/1/2'),
      result.beforeImg.replace('{z}/{x}/{y}', '3/1/8'),
      result.beforeImg.replace('{z}/{x}/{y}', '23/1/8'),
      result.beforeImg.replace(result.id, 'A'.repeat(22)).replace('{z}/{x}/{y}', '3/1/2'),
    ]) {
      expect((await browser.ask('GET', wrong)).statusCode).toBe(404);
    }

    const run = await new Browser().run(result.id);
    expect(run).toMatchObject({ status: 'done', coords, failure: null });
    expect(run.result).toEqual(result);
  });

  test('is joined by the same request of the same browser, and refuses another', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const browser = new Browser();
    const first = await browser.start();
    expect(first.statusCode).toBe(202);
    const { id } = first.json();
    expect(first.headers.location).toBe(`/api/changedetection/runs/${id}`);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await browser.start()).json()).toEqual({ id });

    const other = await browser.start({ ...body, startDate: '2021-07-16' });
    expect(other.statusCode).toBe(409);
    expect(other.json().error).toBe('Cannot run an analysis while on is already in progress');
    // The first check comes before the second.
    expect((await browser.start({})).json().error).toBe(
      'Cannot run an analysis while on is already in progress',
    );

    const cancelled = await browser.ask('POST', `/api/changedetection/runs/${id}/cancel`);
    expect(cancelled.json().status).toBe('cancelled');
    expect((await browser.run(id)).failure).toBeNull();
  });

  test('two requests at the same moment are one run', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const account = await testApp.registerAndLogin();
    const browser = new Browser(account.headers);
    const replies = await Promise.all([browser.start(), browser.start(), browser.start()]);
    const ids = new Set(replies.map((reply) => reply.json().id));
    expect(ids.size).toBe(1);
    await browser.ask('POST', `/api/changedetection/runs/${[...ids][0]}/cancel`);
  });

  test('stops for its owner only', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const owner = new Browser((await testApp.registerAndLogin()).headers);
    const { id } = (await owner.start()).json();
    const cancelUrl = `/api/changedetection/runs/${id}/cancel`;
    expect((await new Browser().ask('POST', cancelUrl)).statusCode).toBe(401);
    const other = new Browser((await testApp.registerAndLogin()).headers);
    expect((await other.ask('POST', cancelUrl)).statusCode).toBe(403);
    expect((await owner.ask('POST', cancelUrl)).json().status).toBe('cancelled');
    expect((await owner.ask('POST', '/api/changedetection/runs/unknown/cancel')).statusCode).toBe(
      404,
    );
    const refused = new Browser({ authorization: 'JWT nonsense' });
    expect((await refused.ask('POST', analysisUrl, body)).statusCode).toBe(401);
  });

  test('goes on when the caller waits no longer, and frees its owner when it has ended', async () => {
    const browser = new Browser();
    const { id } = (await browser.start()).json();
    expect((await browser.untilEnded(id)).status).toBe('done');
    const next = await browser.start();
    expect(next.statusCode).toBe(202);
    expect(next.json().id).not.toBe(id);
    await browser.untilEnded(next.json().id);
  });

  test('is limited in number for one address', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const address = '10.9.9.9';
    const start = () =>
      testApp.app.inject({
        method: 'POST',
        url: analysisUrl,
        remoteAddress: address,
        headers: { prefer: 'respond-async' },
        payload: body,
      });
    // At the same moment: what each of them counted must hold until it is in the queue.
    const all = await Promise.all(Array.from({ length: 9 }, start));
    const replies = all.filter(({ statusCode }) => statusCode === 202);
    expect(replies).toHaveLength(5);
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
    // Those that wait know their place.
    const runs = await Promise.all(replies.map((reply) => new Browser().run(reply.json().id)));
    const positions = runs.map(({ progress }) => progress?.queue_position ?? 0);
    expect(Math.max(...positions)).toBeGreaterThanOrEqual(2);
    for (const reply of replies) {
      const [cookie] = reply.cookies;
      await testApp.app.inject({
        method: 'POST',
        url: `/api/changedetection/runs/${reply.json().id}/cancel`,
        headers: { cookie: `${cookie.name}=${encodeURIComponent(cookie.value)}` },
      });
    }
  });
});

describe('a run that fails', () => {
  test('for good is remembered: its reason stands beside the message, at once', async () => {
    const first = await new Browser().ask('POST', analysisUrl, withoutScenes);
    expect(first.statusCode).toBe(422);
    expect(first.json()).toMatchObject({
      error:
        "There was an issue communicating with the satellite imagery service's servers. We are trying again.",
      permanent: true,
    });
    expect(first.json().reason).toContain('2016-07-15');
    const searches = imageryServer.requests.length;
    const second = await new Browser().start({ ...withoutScenes, tries: 2 });
    expect(second.statusCode).toBe(422);
    expect(second.json().reason).toBe(first.json().reason);
    expect(imageryServer.requests.length).toBe(searches);
  });

  test('because of a host that is not allowed is tried again once it is', () => {
    const { catalogueUrl, host } = imageryServer;
    const key = (imageryAssetHosts: string[]) => {
      const imagery = chooseImagery(testConfig({ imageryUrl: catalogueUrl, imageryAssetHosts }));
      imagery.close();
      return requestKey(checkRequest(body, new Date()), imagery.ofMode('live'));
    };
    expect(key(['elsewhere.org'])).toBe(key(['elsewhere.org']));
    expect(key(['elsewhere.org'])).not.toBe(key(['elsewhere.org', host]));
  });

  test('for now may be tried again', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'status', status: 404 });
    const browser = new Browser();
    const reply = await browser.ask('POST', analysisUrl, body);
    expect(reply.statusCode).toBe(502);
    expect(reply.json()).toMatchObject({ code: 'attempt_failed', permanent: false });
    expect((await browser.run(reply.json().id)).failure).toEqual({
      reason: reply.json().reason,
      permanent: false,
    });
    imageryServer.faults.clear();
    expect((await browser.ask('POST', analysisUrl, { ...body, tries: 2 })).statusCode).toBe(200);
  });
});

describe('events', () => {
  let base: string;
  beforeAll(async () => {
    base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  });
  const controllers: AbortController[] = [];
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort();
  });

  async function events(id: string, headers: Record<string, string> = {}) {
    const controller = new AbortController();
    controllers.push(controller);
    const url = `${base}/api/changedetection/runs/${id}/events`;
    return await fetch(url, { headers, signal: controller.signal });
  }

  test('tell the steps in their order, then the end', async () => {
    const browser = new Browser();
    const { id } = (await browser.start()).json();
    const reply = await events(id);
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const text = await reply.text();
    const told = [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, data]) => ({
      name,
      data: JSON.parse(data),
    }));
    expect(told.at(-1)).toEqual({ name: 'end', data: { id, status: 'done' } });
    const order = ['waiting', 'searching', 'reading', 'compositing', 'detecting', 'rendering'];
    const steps = told.slice(0, -1).map(({ data }) => order.indexOf(data.step));
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps).not.toContain(-1);

    // Who comes later is told the end at once; who has heard it is not called back.
    expect(await (await events(id)).text()).toContain('event: end');
    expect((await events(id, { 'last-event-id': 'end' })).status).toBe(204);
  });

  test('of a run that is not there: 404', async () => {
    expect((await events('A'.repeat(22))).status).toBe(404);
  });
});

test('the imagery in use is told', async () => {
  const reply = await new Browser().ask('GET', '/api/changedetection/imagery');
  expect(reply.json()).toMatchObject({ mode: 'live', examples: [] });
  expect(reply.json().label).toContain('127.0.0.1');
});
