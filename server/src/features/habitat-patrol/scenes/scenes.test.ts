import { setTimeout as wait } from 'node:timers/promises';
import type { ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createSyntheticApp,
  RunBrowser,
  type SyntheticApp,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';

const scenesUrl = '/api/changedetection/scenes';
const body = syntheticRequest;

let product: SyntheticApp;
let imageryServer: ImageryServer;
let browser: RunBrowser;

beforeAll(async () => {
  product = await createSyntheticApp();
  imageryServer = product.imageryServer;
  browser = new RunBrowser(product.testApp);
});
afterAll(() => product?.close());
beforeEach(() => imageryServer.faults.clear());

async function askPreview(changes: object = {}): Promise<ScenePreview> {
  const reply = await browser.ask('POST', scenesUrl, { ...body, ...changes });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const acceptLines = { accept: 'application/x-ndjson' };

function linesOf(text: string): ScenePreview[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A preview that had time for all scenes, however busy the machine is. */
async function preview(changes: object = {}): Promise<ScenePreview> {
  for (;;) {
    const told = await askPreview(changes);
    if (told.is_complete) return told;
  }
}

test('the scenes told before a run are those that the run uses', async () => {
  const told = await preview();
  expect(told).toMatchObject({ is_complete: true, window_days: 45, notes: [] });
  expect(told.imagery.mode).toBe('live');
  expect(told.before.date).toBe(body.startDate);
  for (const { scenes, clear_share } of [told.before, told.after]) {
    expect(scenes.length).toBeGreaterThan(1);
    expect(clear_share).toBeGreaterThan(0.9);
    const times = scenes.map(({ datetime }) => datetime);
    expect(times).toEqual(times.toSorted());
    for (const scene of scenes) {
      expect(scene.cloud_source).toBe('classification');
      expect(scene.is_allowed).toBe(true);
      expect(scene.covered_share).toBeGreaterThan(0);
    }
    const used = scenes.reduce((sum, { share_used }) => sum + share_used, 0);
    expect(used).toBeCloseTo(clear_share!, 9);
  }

  // The results are remembered, so the same question, and the run, need no further search.
  const asked = imageryServer.requests.length;
  expect(await preview()).toEqual(told);
  expect(imageryServer.requests.length).toBe(asked);

  const searches = () => imageryServer.requests.filter(({ path }) => path.endsWith('/search'));
  const searched = searches().length;
  // The automatic method would search for earlier years besides.
  const payload = { ...body, method: 'irmad' };
  const { result } = await browser.run(await browser.complete(payload));
  expect(searches().length).toBe(searched);
  expect(told.seen_share).toBeCloseTo(result!.statistics.clear_share, 1);
  expect(told.before.expected_date).toBe(result!.before_date);
  expect(told.after.expected_date).toBe(result!.after_date);
  for (const role of ['before', 'after'] as const) {
    for (const { id, share_used, cloud_share } of result!.scenes.filter((s) => s.role === role)) {
      const candidate = told[role].scenes.find((scene) => scene.id === id);
      expect(candidate?.share_used).toBeCloseTo(share_used, 1);
      expect(candidate?.cloud_share).toBeCloseTo(cloud_share, 1);
    }
  }
});

/** The lines of a preview that had time for all scenes, however busy the machine is. */
async function outlookLines(changes: object): Promise<ScenePreview[]> {
  for (;;) {
    const reply = await browser.ask('POST', scenesUrl, { ...body, ...changes }, acceptLines);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    const lines = linesOf(reply.body);
    if (lines.at(-1)!.is_complete) return lines;
  }
}

test('the list comes with the catalogue, and is filled in as scenes are looked at', async () => {
  const dates = { startDate: '2021-07-14' };
  const lines = await outlookLines(dates);
  const [listed] = lines;
  expect(listed).toMatchObject({ is_complete: false });
  for (const scene of listed!.before.scenes) {
    // A scene that was looked at before the line was sent is already complete in it.
    if (scene.cloud_source === 'classification') continue;
    expect(scene).toMatchObject({ cloud_source: 'catalogue', covered_share: null, share_used: 0 });
  }
  const whole = await preview(dates);
  expect(lines.at(-1)).toEqual(whole);
  const ids = ({ before, after }: ScenePreview) =>
    [...before.scenes, ...after.scenes].map(({ id }) => id);
  expect(ids(listed!)).toEqual(ids(whole));

  // A remembered result is sent as one line. Callers who do not ask for lines get the same reply as
  // before.
  const again = await browser.ask('POST', scenesUrl, { ...body, ...dates }, acceptLines);
  expect(linesOf(again.body)).toEqual([whole]);
});

test('a failure before the first line is a reply like any other', async () => {
  imageryServer.faults.add({ path: /search/, kind: 'status', status: 404 });
  const payload = { ...body, startDate: '2021-07-08' };
  const failed = await browser.ask('POST', scenesUrl, payload, acceptLines);
  expect(failed.statusCode).toBe(502);
  expect(failed.json()).toMatchObject({ code: 'attempt_failed', permanent: false });
  const refused = await browser.ask('POST', scenesUrl, {}, acceptLines);
  expect(refused.statusCode).toBe(400);
});

test('another choice among the same scenes asks the imagery for nothing', async () => {
  const told = await preview();
  const asked = imageryServer.requests.length;
  const [first] = told.after.scenes;
  const other = await preview({ method: 'nbr', scenes: { after: { exclude: [first!.id] } } });
  expect(other.after.scenes.find(({ id }) => id === first!.id)?.is_allowed).toBe(false);
  expect(imageryServer.requests.length).toBe(asked);
});

test('a scene that is left out is used neither in the preview nor in the run', async () => {
  const first = await preview();
  const best = first.after.scenes.toSorted((a, b) => b.share_used - a.share_used)[0];
  const scenes = { after: { exclude: [best.id] } };
  const told = await preview({ scenes });
  expect(told.after.scenes.find(({ id }) => id === best.id)).toMatchObject({
    is_allowed: false,
    share_used: 0,
    // A scene that was left out is looked at all the same, so that it can be chosen again.
    cloud_share: best.cloud_share,
  });
  const { result } = await browser.run(await browser.complete({ ...body, scenes }));
  expect(result!.scenes.map(({ id }) => id)).not.toContain(best.id);
  expect(result!.parameters.scenes).toEqual(scenes);

  const only = { after: { only: [best.id] } };
  const chosen = await preview({ scenes: only });
  expect(chosen.after.scenes.filter(({ is_allowed }) => is_allowed).map(({ id }) => id)).toEqual([
    best.id,
  ]);
});

test('a date without scenes, or with all of them left out, says so', async () => {
  const none = await preview({ startDate: '2016-07-15' });
  expect(none.before).toMatchObject({ scenes: [], expected_date: null, clear_share: 0 });
  expect(none.notes[0]).toContain('2016-07-15');

  const { before } = await preview();
  const exclude = before.scenes.map(({ id }) => id);
  const scenes = { before: { exclude } };
  expect((await preview({ scenes })).notes).toEqual([
    `All scenes around ${body.startDate} were left out. Allow at least one of them.`,
  ]);
  const failed = await browser.ask('POST', '/api/changedetection/analysis', { ...body, scenes });
  expect(failed.statusCode).toBe(422);
  expect(failed.json().reason).toContain('were left out');
});

test('classifications that can not be read leave what the catalogue says', async () => {
  imageryServer.faults.add({ path: /\.tif/, kind: 'status', status: 404 });
  const told = await askPreview({ startDate: '2021-07-13' });
  expect(told.is_complete).toBe(false);
  expect(told.before).toMatchObject({ clear_share: null, expected_date: null });
  expect(told.seen_share).toBeNull();
  for (const scene of told.before.scenes) expect(scene.cloud_source).toBe('catalogue');
});

test('the run checks apply, and a catalogue that fails is told', async () => {
  const ask = (payload: object) => browser.ask('POST', scenesUrl, payload);
  const missing = await ask({});
  expect(missing.statusCode).toBe(400);
  expect(missing.json().error).toBe(
    'Please select dates and an area of interest before running an analysis',
  );
  const unknown = await ask({ ...body, scenes: { before: { some: ['a'] } } });
  expect(unknown.statusCode).toBe(400);
  expect((await ask({ ...body, scenes: { before: { only: [] } } })).statusCode).toBe(400);

  imageryServer.faults.add({ path: /search/, kind: 'status', status: 404 });
  const failed = await ask({ ...body, startDate: '2021-07-10' });
  expect(failed.statusCode).toBe(502);
  expect(failed.json()).toMatchObject({ code: 'attempt_failed', permanent: false });
});

test('whoever leaves ends the search', async () => {
  const address = await product.testApp.app.listen({ port: 0, host: '127.0.0.1' });
  imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const leaving = new AbortController();
  const post = (signal?: AbortSignal) =>
    fetch(`${address}${scenesUrl}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, startDate: '2021-07-09' }),
      ...(signal && { signal }),
    });
  const asked = imageryServer.requests.length;
  const left = post(leaving.signal).catch((error: Error) => error.name);
  while (imageryServer.requests.length === asked) await wait(20);
  leaving.abort();
  expect(await left).toBe('AbortError');
  imageryServer.faults.clear();
  // The failed preview is not joined. The same question starts a new preview and is answered.
  expect((await post()).status).toBe(200);
});

test('the imagery in use is told', async () => {
  const reply = await browser.ask('GET', '/api/changedetection/imagery');
  expect(reply.json()).toMatchObject({ mode: 'live', examples: [] });
  expect(reply.json().label).toContain('127.0.0.1');
});
