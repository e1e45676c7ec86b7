import { readFile, writeFile } from 'node:fs/promises';
import type { RunVerdicts } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import {
  type PatchFeature,
  writePatchFormat,
} from '@refugia/engine/analysis/result/patch-files.ts';
import { worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import type { FeatureCollection } from 'geojson';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPdf } from '../../../../testing/read-pdf.ts';
import {
  createFinishedRun,
  type FinishedRun,
  RunBrowser,
  withoutScenes,
} from '../../../../testing/synthetic-app.ts';
import { account, analysisRun, runPatchVerdict } from '../../../platform/database/schema/index.ts';
import { placeOf } from '../../../platform/storage/storage.ts';
import { storedName } from '../runs/run-folders.ts';

let run: FinishedRun;
beforeAll(async () => {
  run = await createFinishedRun();
  // The synthetic world has one patch. Its file gets two in its place, of 80 and 10 % of its size.
  const { storage } = run.testApp.platform;
  const path = placeOf(storage.locate(storedName(run.id), 'patches.geojson'));
  const { features } = JSON.parse(await readFile(path, 'utf8')) as { features: PatchFeature[] };
  const { properties } = features[0]!;
  const sized = (id: number, share: number): PatchFeature => ({
    ...features[0]!,
    id,
    properties: { ...properties, id, hectares: properties.hectares * share },
  });
  // The first has a confidence, the second is as versions without confidence wrote it.
  const sure = sized(1, 0.8);
  Object.assign(sure.properties, { confidence: 0.97, confidence_class: 'high' });
  const { confidence: _, confidence_class: __, ...old } = sized(2, 0.1).properties;
  const unknown = { ...sized(2, 0.1), properties: old };
  await writeFile(path, writePatchFormat.geojson([sure, unknown]));
});
afterAll(() => run?.close());
beforeEach(async () => {
  const { orm } = run.testApp.platform.database;
  await orm.delete(runPatchVerdict);
  await orm.update(analysisRun).set({ judges: 'owner' });
});

const verdictUrl = (number: number | string) => `${run.runUrl}/patches/${number}/verdict`;
const judge = (by: RunBrowser, number: number | string, body: object) =>
  by.ask('PUT', verdictUrl(number), body);
const toldTo = async (browser: RunBrowser): Promise<RunVerdicts> =>
  (await browser.ask('GET', `${run.runUrl}/verdicts`)).json();
async function signedIn() {
  const { headers } = await run.testApp.registerAndLogin();
  return new RunBrowser(run.testApp, headers);
}

describe('who may judge', () => {
  /** The status of a verdict by each caller, for each setting of the owner. */
  const table = [
    ['owner', { owner: 200, signedIn: 403, visitor: 403 }],
    ['signed_in', { owner: 200, signedIn: 200, visitor: 401 }],
  ] as const;
  test.each(table)('where the setting is %s', async (judges, expected) => {
    await run.owner.ask('PATCH', run.runUrl, { judges });
    const callers = { owner: run.owner, signedIn: await signedIn(), visitor: run.anybody() };
    for (const [name, caller] of Object.entries(callers)) {
      const { statusCode } = await judge(caller, 1, { verdict: 'real' });
      expect([name, statusCode]).toEqual([name, expected[name as keyof typeof expected]]);
      const { may_judge } = await toldTo(caller);
      expect([name, may_judge]).toEqual([name, statusCode === 200]);
    }
  });

  test('of a run of an account, people who are not signed in are told to log in', async () => {
    const { orm } = run.testApp.platform.database;
    const { headers, username } = await run.testApp.registerAndLogin();
    const [owner] = await orm.select().from(account).where(eq(account.username, username));
    const [row] = await orm.select().from(analysisRun).where(eq(analysisRun.id, run.id));
    await orm.update(analysisRun).set({ accountId: owner!.id, visitorId: null });
    const asAccount = new RunBrowser(run.testApp, headers);
    expect((await judge(asAccount, 1, { verdict: 'real' })).statusCode).toBe(200);
    expect((await judge(run.owner, 1, { verdict: 'real' })).statusCode).toBe(401);
    expect((await judge(await signedIn(), 1, { verdict: 'real' })).statusCode).toBe(403);
    const forged = new RunBrowser(run.testApp, {
      authorization: 'JWT eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    });
    expect((await judge(forged, 1, { verdict: 'real' })).statusCode).toBe(401);
    await orm.update(analysisRun).set({ accountId: null, visitorId: row!.visitorId });
  });

  test('only the owner says who judges', async () => {
    expect((await run.anybody().ask('PATCH', run.runUrl, { judges: 'signed_in' })).statusCode).toBe(
      403,
    );
    expect((await run.owner.ask('PATCH', run.runUrl, {})).statusCode).toBe(400);
    expect((await run.owner.ask('PATCH', run.runUrl, { judges: 'all' })).statusCode).toBe(400);
  });

  test('what is not there, or is not a verdict, is refused', async () => {
    const guessed = `/api/changedetection/runs/${'A'.repeat(22)}`;
    const { owner } = run;
    const statuses = [
      await owner.ask('PUT', `${guessed}/patches/1/verdict`, { verdict: 'real' }),
      await owner.ask('GET', `${guessed}/verdicts`),
      await judge(owner, 99_999, { verdict: 'real' }),
      await judge(owner, 0, { verdict: 'real' }),
      await judge(owner, 1, { verdict: 'maybe' }),
      await judge(owner, 1, { verdict: 'real', note: 'x'.repeat(501) }),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([404, 404, 404, 400, 400, 400]);
    expect((await toldTo(owner)).verdicts).toEqual([]);
  });

  test('a run without a result has nothing to judge', async () => {
    const { id } = (await run.owner.start(withoutScenes)).json();
    await run.owner.untilEnded(id);
    const reply = await run.owner.ask('PUT', `/api/changedetection/runs/${id}/patches/1/verdict`, {
      verdict: 'real',
    });
    expect(reply.statusCode).toBe(409);
  });
});

test('verdicts are summed in hectares, and the owner has the last word', async () => {
  const { patches }: PatchPage = (await run.owner.ask('GET', `${run.runUrl}/patches`)).json();
  expect(patches).toHaveLength(2);
  const changed = run.result.statistics.changed_hectares;
  await run.owner.ask('PATCH', run.runUrl, { judges: 'signed_in' });
  const other = await signedIn();
  await judge(run.owner, 1, { verdict: 'real', note: ' Clear-cut.\nSeen in May. ' });
  await judge(other, 1, { verdict: 'not real' });
  const reply = await judge(other, 2, { verdict: 'not real' });
  const { hectares, verdicts } = reply.json<RunVerdicts>();
  expect(hectares.confirmed).toBeCloseTo(patches[0]!.hectares, 9);
  expect(hectares.rejected).toBeCloseTo(patches[1]!.hectares, 9);
  expect(hectares.confirmed + hectares.rejected + hectares.open).toBeCloseTo(changed, 9);
  expect(
    verdicts.map(({ patch, by, counts, is_own }) => [patch, by !== null, counts, is_own]),
  ).toEqual([
    [2, true, true, true],
    [1, true, false, true],
    [1, false, true, false],
  ]);
  expect(verdicts.at(-1)!.note).toBe('Clear-cut.\nSeen in May.');

  await judge(other, 2, { verdict: 'unsure' });
  expect((await toldTo(run.anybody())).hectares.rejected).toBe(0);
  await judge(run.owner, 1, { verdict: null });
  const after = await toldTo(run.owner);
  expect(after.verdicts.map(({ patch, verdict }) => [patch, verdict])).toEqual([
    [2, 'unsure'],
    [1, 'not real'],
  ]);
  expect(after.hectares.rejected).toBeCloseTo(patches[0]!.hectares, 9);
});

test('files carry the verdicts and notes that count', async () => {
  const plain = await run.download('patches.geojson');
  expect(plain.body).not.toContain('verdict');
  expect((await run.download('patches.csv')).body.split('\r\n')[0]).toContain('verdict,note');
  await judge(run.owner, 1, { verdict: 'not real', note: '=Shadow, of a hill' });
  const { features } = (await run.download('patches.geojson')).json<FeatureCollection>();
  const stored = plain.json<FeatureCollection>().features;
  expect(features[0]).toEqual({
    ...stored[0],
    properties: {
      ...stored[0]!.properties,
      ...{ verdict: 'not real', note: '=Shadow, of a hill', judged_by: 'visitor' },
    },
  });
  expect(features[1]!.properties).toMatchObject({ verdict: '', note: '' });
  expect((await run.download('patches.kml')).body).toContain('=Shadow, of a hill');
  const zip = unzipSync((await run.download('patches.zip')).rawPayload);
  expect(Buffer.from(zip['patches.dbf']!).toString()).toContain('=Shadow, of a hill');
  // A spreadsheet would compute a text that begins so.
  expect((await run.download('patches.csv')).body).toContain(
    `not real,"'=Shadow, of a hill",visitor`,
  );
});

test('a patch has its confidence in lists, files and the report, where it is known', async () => {
  const { patches }: PatchPage = (await run.owner.ask('GET', `${run.runUrl}/patches`)).json();
  expect(patches[0]).toMatchObject({ confidence: 0.97, confidence_class: 'high' });
  expect(patches[1]).not.toHaveProperty('confidence');
  const csv = (await run.download('patches.csv')).body.split('\r\n');
  expect(csv[0]).toContain('confidence,confidence_class');
  expect(csv[1]).toContain(',0.97,high,');
  const report = await run.owner.ask('POST', `${run.runUrl}/report.pdf`, {});
  const { pages } = await readPdf(report.rawPayload);
  const text = pages.map((page) => page.text).join(' ');
  expect(text.match(/Confidence: [^ ]+ \S+/g)).toEqual(['Confidence: High (0.97)']);
});

test('a claimed run keeps what its visitor said, and what is erased with an account is gone', async () => {
  const { orm } = run.testApp.platform.database;
  const { headers, username } = await run.testApp.registerAndLogin();
  const [member] = await orm.select().from(account).where(eq(account.username, username));
  await run.owner.ask('PATCH', run.runUrl, { judges: 'signed_in' });
  const asMember = new RunBrowser(run.testApp, headers);
  await judge(asMember, 2, { verdict: 'real' });
  await judge(run.owner, 1, { verdict: 'not real' });
  await judge(run.owner, 2, { verdict: 'unsure' });
  run.owner.logIn(headers);
  await run.owner.ask('POST', '/api/changedetection/runs/claim');
  const { verdicts } = await toldTo(run.owner);
  expect(verdicts.map(({ patch, verdict, by, is_own }) => [patch, verdict, by, is_own])).toEqual([
    [1, 'not real', username, true],
    [2, 'real', username, true],
  ]);
  // The run stays for the tests after this one: only the account's own words go.
  await orm.update(analysisRun).set({ accountId: null, visitorId: 'somebody' });
  await orm.delete(account).where(eq(account.id, member!.id));
  expect((await toldTo(run.anybody())).verdicts).toEqual([]);
});

describe('a patch with its chips', () => {
  test('has an outline that lies in the stretch of its chips, and two pictures of it', async () => {
    const reply = await run.anybody().ask('GET', `${run.runUrl}/patches/1`);
    const { patch, geometry, chip_bbox: box, chips } = reply.json();
    const { features } = (await run.download('patches.geojson')).json<FeatureCollection>();
    expect(geometry).toEqual(features[0]!.geometry);
    expect(patch.id).toBe(1);
    const [west, south, east, north] = patch.bbox;
    expect(box[0] < west && box[1] < south && box[2] > east && box[3] > north).toBe(true);
    const [left, top] = worldPosition(box[0], box[3]);
    const [right, bottom] = worldPosition(box[2], box[1]);
    expect(right - left).toBeCloseTo(bottom - top, 9);
    const pictures = await Promise.all(
      [chips.before, chips.after].map(async (url: string) => {
        const picture = await run.anybody().ask('GET', url);
        expect(picture.statusCode).toBe(200);
        return sharp(picture.rawPayload);
      }),
    );
    for (const picture of pictures) {
      expect(await picture.metadata()).toMatchObject({ width: 320, height: 320 });
    }
    const [before, after] = await Promise.all(pictures.map((picture) => picture.raw().toBuffer()));
    expect(before!.equals(after!)).toBe(false);
  });

  test('is not there for a number that the run does not list', async () => {
    for (const rest of ['patches/99999', 'patches/99999/before.png']) {
      const reply = await run.anybody().ask('GET', `${run.runUrl}/${rest}`);
      expect([rest, reply.statusCode]).toEqual([rest, 404]);
    }
    const other = await run.anybody().ask('GET', `${run.runUrl}/patches/1/change.png`);
    expect(other.statusCode).toBe(400);
  });
});
