import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
  withoutScenes,
} from '../../../../testing/synthetic-app.ts';
import { testConfig } from '../../../../testing/test-app.ts';
import { chooseImagery } from '../engine/imagery.ts';
import { checkRequest, requestKey } from '../engine/run-request.ts';

const analysisUrl = '/api/changedetection/analysis';

let product: SyntheticApp;
beforeAll(async () => {
  product = await createSyntheticApp();
});
afterAll(() => product?.close());
beforeEach(() => product.imageryServer.faults.clear());

const newBrowser = (headers?: Record<string, string>) => new RunBrowser(product.testApp, headers);

describe('a run', () => {
  test('answers when it is done, with the fields of the specification', async () => {
    const browser = newBrowser();
    const reply = await browser.ask('POST', analysisUrl, { ...syntheticRequest, tries: 1 });
    expect(reply.statusCode).toBe(200);
    const result = reply.json<RunResult>();
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

    const run = await newBrowser().run(result.id);
    expect(run).toMatchObject({ status: 'done', coords: syntheticRequest.coords, failure: null });
    expect(run.result).toEqual(result);
  });

  test('is joined by the same request of the same browser, and refuses another', async () => {
    product.imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const browser = newBrowser();
    const first = await browser.start(syntheticRequest);
    expect(first.statusCode).toBe(202);
    const { id } = first.json();
    expect(first.headers.location).toBe(`/api/changedetection/runs/${id}`);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await browser.start(syntheticRequest)).json()).toEqual({ id });

    const other = await browser.start({ ...syntheticRequest, startDate: '2021-07-16' });
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
    product.imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const account = await product.testApp.registerAndLogin();
    const browser = newBrowser(account.headers);
    const replies = await Promise.all([
      browser.start(syntheticRequest),
      browser.start(syntheticRequest),
      browser.start(syntheticRequest),
    ]);
    const ids = new Set(replies.map((reply) => reply.json().id));
    expect(ids.size).toBe(1);
    await browser.ask('POST', `/api/changedetection/runs/${[...ids][0]}/cancel`);
  });

  test('stops for its owner only', async () => {
    product.imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const owner = newBrowser((await product.testApp.registerAndLogin()).headers);
    const { id } = (await owner.start(syntheticRequest)).json();
    const cancelUrl = `/api/changedetection/runs/${id}/cancel`;
    expect((await newBrowser().ask('POST', cancelUrl)).statusCode).toBe(401);
    const other = newBrowser((await product.testApp.registerAndLogin()).headers);
    expect((await other.ask('POST', cancelUrl)).statusCode).toBe(403);
    expect((await owner.ask('POST', cancelUrl)).json().status).toBe('cancelled');
    expect((await owner.ask('POST', '/api/changedetection/runs/unknown/cancel')).statusCode).toBe(
      404,
    );
    const refused = newBrowser({ authorization: 'JWT nonsense' });
    expect((await refused.ask('POST', analysisUrl, syntheticRequest)).statusCode).toBe(401);
  });

  test('goes on when the caller waits no longer, and frees its owner when it has ended', async () => {
    const browser = newBrowser();
    const { id } = (await browser.start(syntheticRequest)).json();
    expect((await browser.untilEnded(id)).status).toBe('done');
    const next = await browser.start({ ...syntheticRequest, method: 'nbr' });
    expect(next.statusCode).toBe(202);
    expect(next.json().id).not.toBe(id);
    // The burn ratio's result tells severity instead of kinds, pixel by pixel.
    const { result } = await browser.untilEnded(next.json().id);
    expect(result?.kinds_on_map).toBe(false);
    const { severities = [], changed_hectares } = result!.statistics;
    const hectares = severities.reduce((sum, part) => sum + part.hectares, 0);
    expect(hectares).toBeCloseTo(changed_hectares, 6);
    const { patches } = (
      await browser.ask('GET', `/api/changedetection/runs/${next.json().id}/patches`)
    ).json();
    expect(severities.map(({ severity }) => severity)).toContain(patches[0].severity);

    // The finished run answers the same question, also without "respond-async", and the catalogue
    // is not asked again. For another person the question starts a new run.
    product.imageryServer.faults.add({ path: /search/, kind: 'hang' });
    expect((await browser.start(syntheticRequest)).json()).toEqual({ id });
    const again = await browser.ask('POST', analysisUrl, { ...syntheticRequest, tries: 1 });
    expect([again.statusCode, again.json().id]).toEqual([200, id]);

    // The run is renamed to the area's name in the latest question, until its owner gives it a
    // name.
    const nameOf = async () => (await browser.run(id)).name;
    const askAs = (areaName: string) => browser.start({ ...syntheticRequest, areaName });
    expect((await askAs('Pond')).json()).toEqual({ id });
    expect(await nameOf()).toBe('Pond');
    await askAs('Bog');
    await browser.start(syntheticRequest);
    expect(await nameOf()).toBe('Bog');
    await browser.ask('PATCH', `/api/changedetection/runs/${id}`, { name: 'My bog' });
    await askAs('Mire');
    expect(await nameOf()).toBe('My bog');

    const stranger = newBrowser();
    const { id: other } = (await stranger.start(syntheticRequest)).json();
    expect(other).not.toBe(id);
    await stranger.ask('POST', `/api/changedetection/runs/${other}/cancel`);
  });

  // The account is deleted just before its run is added.
  test('of an account that is being deleted is refused like a visitor without a session', async () => {
    const { pool } = product.testApp.platform.database;
    const { headers, id } = await product.testApp.registerAndLogin();
    await pool.query(`CREATE FUNCTION delete_owner() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN DELETE FROM account WHERE id = NEW.account_id; RETURN NEW; END $$`);
    await pool.query(`CREATE TRIGGER delete_owner BEFORE INSERT ON analysis_run
      FOR EACH ROW WHEN (NEW.account_id = ${Number(id)}) EXECUTE FUNCTION delete_owner()`);
    const reply = await newBrowser(headers).start(syntheticRequest);
    await pool.query('DROP FUNCTION delete_owner CASCADE');
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_authenticated']);
  });

  test('is limited in number for one address', async () => {
    product.imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const address = '10.9.9.9';
    const start = () =>
      product.testApp.app.inject({
        method: 'POST',
        url: analysisUrl,
        remoteAddress: address,
        headers: { prefer: 'respond-async' },
        payload: syntheticRequest,
      });
    // The requests come at the same time. What each of them counts must stay true until its run is
    // in the queue.
    const all = await Promise.all(Array.from({ length: 9 }, start));
    const replies = all.filter(({ statusCode }) => statusCode === 202);
    expect(replies).toHaveLength(5);
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
    // Waiting runs report their place in the queue.
    const runs = await Promise.all(replies.map((reply) => newBrowser().run(reply.json().id)));
    const positions = runs.map(({ progress }) => progress?.queue_position ?? 0);
    expect(Math.max(...positions)).toBeGreaterThanOrEqual(2);
    for (const reply of replies) {
      const [cookie] = reply.cookies;
      await product.testApp.app.inject({
        method: 'POST',
        url: `/api/changedetection/runs/${reply.json().id}/cancel`,
        headers: { cookie: `${cookie.name}=${encodeURIComponent(cookie.value)}` },
      });
    }
  });
});

describe('a run that fails', () => {
  test('for good is remembered: its reason stands beside the message, at once', async () => {
    const first = await newBrowser().ask('POST', analysisUrl, withoutScenes);
    expect(first.statusCode).toBe(422);
    expect(first.json()).toMatchObject({
      error:
        "There was an issue communicating with the satellite imagery service's servers. We are trying again.",
      permanent: true,
    });
    expect(first.json().reason).toContain('2016-07-15');
    const searches = product.imageryServer.requests.length;
    const second = await newBrowser().start({ ...withoutScenes, tries: 2 });
    expect(second.statusCode).toBe(422);
    expect(second.json().reason).toBe(first.json().reason);
    expect(product.imageryServer.requests.length).toBe(searches);
  });

  test('because of a host that is not allowed is tried again once it is', () => {
    const { catalogueUrl, host } = product.imageryServer;
    const key = (imageryAssetHosts: string[]) => {
      const imagery = chooseImagery(testConfig({ imageryUrl: catalogueUrl, imageryAssetHosts }));
      imagery.close();
      return requestKey(checkRequest(syntheticRequest, new Date()), imagery.ofMode('live'));
    };
    expect(key(['elsewhere.org'])).toBe(key(['elsewhere.org']));
    expect(key(['elsewhere.org'])).not.toBe(key(['elsewhere.org', host]));
  });

  test('for now may be tried again', async () => {
    product.imageryServer.faults.add({ path: /search/, kind: 'status', status: 404 });
    const browser = newBrowser();
    const reply = await browser.ask('POST', analysisUrl, syntheticRequest);
    expect(reply.statusCode).toBe(502);
    expect(reply.json()).toMatchObject({ code: 'attempt_failed', permanent: false });
    expect((await browser.run(reply.json().id)).failure).toEqual({
      reason: reply.json().reason,
      permanent: false,
    });
    product.imageryServer.faults.clear();
    expect(
      (await browser.ask('POST', analysisUrl, { ...syntheticRequest, tries: 2 })).statusCode,
    ).toBe(200);
  });
});
