import { access } from 'node:fs/promises';
import type { RunPage } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRunParts } from '../../../../testing/run-parts.ts';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { account, analysisRun } from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { placeOf } from '../../../platform/storage/storage.ts';
import type { AnalysisJob } from './analysis-queue.ts';
import { tidyRuns } from './housekeeping.ts';
import { storedName } from './run-folders.ts';
import { removeLeftRuns } from './run-removal.ts';

const runsUrl = '/api/changedetection/runs';
const body = syntheticRequest;

let product: SyntheticApp;
let imageryServer: ImageryServer;
let testApp: TestApp;

beforeAll(async () => {
  product = await createSyntheticApp();
  ({ imageryServer, testApp } = product);
});
afterAll(() => product?.close());
beforeEach(() => imageryServer.faults.clear());

const page = async (browser: RunBrowser, query = ''): Promise<RunPage> =>
  (await browser.ask('GET', `${runsUrl}${query}`)).json();

/** Cancels an analysis and returns its id, for tests that need no result. */
async function stopped(browser: RunBrowser, payload: object = body): Promise<string> {
  imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const { id } = (await browser.start(payload)).json();
  await browser.ask('POST', `${runsUrl}/${id}/cancel`);
  imageryServer.faults.clear();
  return id;
}

/** Whether a run's files are there. */
function hasFiles(id: string): Promise<boolean> {
  const path = placeOf(testApp.platform.storage.locate(storedName(id), 'change.tif'));
  return access(path).then(
    () => true,
    () => false,
  );
}

describe('my runs', () => {
  test("are an account's or a browser's own, the newest first, page by page", async () => {
    const account = new RunBrowser(testApp, (await testApp.registerAndLogin()).headers);
    const visitor = new RunBrowser(testApp);
    expect(await page(visitor)).toEqual({ total: 0, runs: [], claimable: 0 });
    const first = await account.complete(body);
    // A different question is needed, because the first one's finished run would answer the same
    // one.
    const second = await stopped(account, { ...body, method: 'nbr', areaName: 'Gray wolf' });
    const visitors = await stopped(visitor);

    const all = await page(account);
    expect(all.total).toBe(2);
    expect(all.runs.map(({ id }) => id)).toEqual([second, first]);
    expect(all.runs[0]).toMatchObject({
      name: 'Gray wolf',
      status: 'cancelled',
      change_occured: null,
      clear_share: null,
      thumbnail: null,
    });
    expect(all.runs[1]).toMatchObject({
      // The county of the synthetic world by the Census Bureau's map.
      name: 'Denver County, Colorado',
      status: 'done',
      method: 'automatic',
      change_occured: true,
      clear_share: (await account.run(first)).result!.statistics.clear_share,
      expires_at: null,
      thumbnail: `${runsUrl}/${first}/thumbnail.png`,
    });
    expect((await page(account, '?limit=1&offset=1')).runs.map(({ id }) => id)).toEqual([first]);
    expect((await page(visitor)).runs.map(({ id }) => id)).toEqual([visitors]);
    expect(Date.parse((await page(visitor)).runs[0].expires_at!)).toBeGreaterThan(Date.now());
    expect((await account.ask('GET', `${runsUrl}?limit=0`)).statusCode).toBe(400);
    expect(
      (await new RunBrowser(testApp, { authorization: 'JWT no' }).ask('GET', runsUrl)).statusCode,
    ).toBe(401);

    const thumbnail = await visitor.ask('GET', all.runs[1].thumbnail!);
    expect(thumbnail.headers['content-type']).toBe('image/png');
    const { width, height, channels } = await sharp(thumbnail.rawPayload).metadata();
    expect([width, height, channels]).toEqual([320, 200, 4]);
    const { channels: levels } = await sharp(thumbnail.rawPayload).stats();
    expect(levels[3].max).toBe(255);
    // The area is in the middle, so the corners are empty.
    const corner = await sharp(thumbnail.rawPayload)
      .extract({ left: 0, top: 0, width: 10, height: 10 })
      .raw()
      .toBuffer();
    expect(corner.every((byte) => byte === 0)).toBe(true);
  });

  test('move into the account of whoever logs in, when asked to', async () => {
    const browser = new RunBrowser(testApp);
    const id = await stopped(browser);
    expect((await browser.ask('POST', `${runsUrl}/claim`)).statusCode).toBe(401);
    browser.logIn((await testApp.registerAndLogin()).headers);
    expect(await page(browser)).toMatchObject({ total: 0, claimable: 1 });
    expect((await browser.ask('POST', `${runsUrl}/claim`)).json()).toEqual({ claimed: 1 });
    expect(await page(browser)).toMatchObject({ total: 1, claimable: 0 });
    expect(await browser.run(id)).toMatchObject({ is_owner: true, expires_at: null });
    expect((await browser.ask('POST', `${runsUrl}/claim`)).json()).toEqual({ claimed: 0 });
  });
});

describe('what only the owner may do', () => {
  test('is refused to anybody else, and to nobody knows whom', async () => {
    const owner = new RunBrowser(testApp, (await testApp.registerAndLogin()).headers);
    const other = new RunBrowser(testApp, (await testApp.registerAndLogin()).headers);
    const visitor = new RunBrowser(testApp);
    const otherVisitor = new RunBrowser(testApp);
    const accountRun = await stopped(owner);
    const visitorRun = await stopped(visitor);

    const asks = [
      ['PATCH', '', { name: 'Taken over' }],
      ['DELETE', '', undefined],
      ['GET', '/key', undefined],
      ['POST', '/key', undefined],
      ['DELETE', '/key', undefined],
      ['POST', '/cancel', undefined],
    ] as const;
    for (const [method, path, payload] of asks) {
      const status = async (browser: RunBrowser, id: string) =>
        (await browser.ask(method, `${runsUrl}/${id}${path}`, payload)).statusCode;
      expect([method, path, await status(visitor, accountRun)]).toEqual([method, path, 401]);
      expect([method, path, await status(other, accountRun)]).toEqual([method, path, 403]);
      expect([method, path, await status(otherVisitor, visitorRun)]).toEqual([method, path, 403]);
      expect([method, path, await status(other, visitorRun)]).toEqual([method, path, 403]);
      expect([method, path, await status(owner, 'A'.repeat(22))]).toEqual([method, path, 404]);
    }
    // Anyone with the id may read the run, and sees that it belongs to somebody else.
    expect(await other.run(accountRun)).toMatchObject({ is_owner: false });
    expect(await owner.run(accountRun)).toMatchObject({ is_owner: true });
    expect(await visitor.run(visitorRun)).toMatchObject({ is_owner: true });
    const expired = new RunBrowser(testApp, { authorization: 'JWT no' });
    expect(await expired.run(accountRun)).toMatchObject({ is_owner: false });
  });

  test('renaming', async () => {
    const owner = new RunBrowser(testApp);
    const id = await stopped(owner);
    const rename = (payload: object) => owner.ask('PATCH', `${runsUrl}/${id}`, payload);
    expect((await rename({ name: '  Beaver Creek, burn of 2022  ' })).json()).toMatchObject({
      id,
      name: 'Beaver Creek, burn of 2022',
    });
    expect((await owner.run(id)).name).toBe('Beaver Creek, burn of 2022');
    for (const wrong of [{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'x', id: 'y' }]) {
      expect((await rename(wrong)).statusCode).toBe(400);
    }
  });

  test('removing takes the row, the files and every address', async () => {
    const owner = new RunBrowser(testApp);
    const id = await owner.complete(body);
    const { key } = (await owner.ask('POST', `${runsUrl}/${id}/key`)).json();
    const tile = `/tiles/change/${id}/before/12/1058/1542.png`;
    expect((await owner.ask('GET', tile)).statusCode).toBe(200);
    expect(await hasFiles(id)).toBe(true);

    expect((await owner.ask('DELETE', `${runsUrl}/${id}`)).json()).toEqual({ id });
    expect(await hasFiles(id)).toBe(false);
    expect((await page(owner)).total).toBe(0);
    for (const [url, code] of [
      [`${runsUrl}/${id}`, 'run_not_found'],
      [`${runsUrl}/${id}/patches`, 'run_not_found'],
      [`${runsUrl}/${id}/patches/at?longitude=1&latitude=1`, 'run_not_found'],
      [`${runsUrl}/${id}/thumbnail.png`, 'run_not_found'],
      [`${runsUrl}/${id}/downloads/before.tif`, 'run_not_found'],
      [`${runsUrl}/${id}/downloads/change.png`, 'run_not_found'],
      [`${runsUrl}/${id}/key`, 'run_not_found'],
      [tile, 'tile_not_found'],
      [`/tiles/keyed/${key}/before.json`, 'tile_not_found'],
      [`/tiles/keyed/${key}/change/12/1058/1542.png`, 'tile_not_found'],
    ] as const) {
      const reply = await owner.ask('GET', url);
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 404, code]);
      expect(reply.json().error).toMatch(/^There is no such .*removed\.$/);
      expect(reply.headers['cache-control'] ?? '').not.toMatch(/immutable|max-age/);
    }
    expect((await owner.ask('DELETE', `${runsUrl}/${id}`)).statusCode).toBe(404);
  });

  test('removing a run under way stops it and leaves nothing behind', async () => {
    imageryServer.faults.add({ path: /search/, kind: 'hang' });
    const owner = new RunBrowser(testApp);
    const { id } = (await owner.start(body)).json();
    expect((await owner.ask('DELETE', `${runsUrl}/${id}`)).statusCode).toBe(200);
    // Its owner may start another run at once.
    const next = await owner.start(body);
    expect(next.statusCode).toBe(202);
    expect((await owner.ask('DELETE', `${runsUrl}/${next.json().id}`)).statusCode).toBe(200);
    expect((await page(owner)).total).toBe(0);
    expect(await hasFiles(id)).toBe(false);
  });
});

test('a run is removed while its files can not be, and these hold up no others', async () => {
  const owner = new RunBrowser(testApp);
  const stuck = await owner.complete(body);
  const other = await owner.complete({ ...body, method: 'ndvi' });
  const { storage } = testApp.platform;
  const remove = storage.removeFolder.bind(storage);
  const removing = vi.spyOn(storage, 'removeFolder').mockImplementation((name) => {
    if (name === storedName(stuck)) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    return remove(name);
  });
  for (const id of [stuck, other]) {
    expect((await owner.ask('DELETE', `${runsUrl}/${id}`)).statusCode).toBe(200);
  }
  expect((await page(owner)).total).toBe(0);
  expect([await hasFiles(stuck), await hasFiles(other)]).toEqual([true, false]);
  removing.mockRestore();
  await removeLeftRuns({ platform: testApp.platform, queue: { cancel: async () => {} } });
  expect(await hasFiles(stuck)).toBe(false);
});

test('an erased account takes its runs with it, and housekeeping their files', async () => {
  const { id: accountId, headers } = await testApp.registerAndLogin();
  const owner = new RunBrowser(testApp, headers);
  const id = await owner.complete(body);
  const { platform } = testApp;
  const { orm } = platform.database;
  await orm.delete(account).where(eq(account.id, accountId));
  expect((await new RunBrowser(testApp).ask('GET', `${runsUrl}/${id}`)).statusCode).toBe(404);

  expect(await hasFiles(id)).toBe(true);
  const parts = createRunParts(platform);
  const queue = { state: async () => 'active' } as unknown as Queue<AnalysisJob>;
  await tidyRuns({ ...parts, queue }, new Date());
  parts.close();
  expect(await hasFiles(id)).toBe(false);
});

test('an erased account stops its run that is under way at once', async () => {
  imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const { id: accountId, headers } = await testApp.registerAndLogin();
  const { id } = (await new RunBrowser(testApp, headers).start(body)).json();
  const { orm } = testApp.platform.database;
  const [run] = await orm.select().from(analysisRun).where(eq(analysisRun.id, id));
  const jobState = async () => {
    const { rows } = await testApp.platform.database.pool.query(
      'SELECT state FROM jobs.job WHERE id = $1',
      [run!.jobId],
    );
    return rows[0]?.state;
  };
  await expect.poll(jobState).toBe('active');
  await orm.delete(account).where(eq(account.id, accountId));
  await expect.poll(jobState).toBe('completed');
  imageryServer.faults.clear();
  await removeLeftRuns({ platform: testApp.platform, queue: { cancel: async () => {} } });
});

test('an erased account stops its run that is under way, with the next housekeeping', async () => {
  imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const { id: accountId, headers } = await testApp.registerAndLogin();
  const owner = new RunBrowser(testApp, headers);
  const { id } = (await owner.start(body)).json();
  const { platform } = testApp;
  const { orm } = platform.database;
  const [run] = await orm.select().from(analysisRun).where(eq(analysisRun.id, id));
  await orm.delete(account).where(eq(account.id, accountId));

  const cancelled: string[] = [];
  const queue = {
    cancel: async (jobId: string) => {
      cancelled.push(jobId);
    },
  };
  await removeLeftRuns({ platform, queue });
  expect(cancelled).toEqual([run!.jobId]);
  await removeLeftRuns({ platform, queue });
  expect(cancelled).toHaveLength(1);
  imageryServer.faults.clear();
});
