import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import { PbfReader } from 'pbf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketStandIn, startBucketStandIn } from '../../../testing/bucket-stand-in.ts';
import {
  createProcesses,
  createSharedDatabase,
  type SharedDatabase,
} from '../../../testing/processes.ts';
import {
  createRunningMap,
  creationOf,
  doneByRunning,
  followRunning,
  type RunningAccount,
  type RunningFollower,
  signUpAtRunning,
} from '../../../testing/running-maps.ts';
import { isTestDatabaseEmbedded } from '../../../testing/test-database.ts';

const processes = createProcesses();
let database: SharedDatabase;
let bucket: BucketStandIn;
let folder: string;

beforeEach(async () => {
  if (isTestDatabaseEmbedded) return;
  database = await createSharedDatabase();
  bucket = await startBucketStandIn();
  folder = await mkdtemp(join(tmpdir(), 'refugia-several-maps-'));
});
afterEach(async () => {
  if (isTestDatabaseEmbedded) return;
  await processes.close(folder);
  await bucket.close();
  await database.drop();
});

/**
 * Starts a process as if on a machine of its own. It shares only the database and the bucket with
 * the others.
 */
async function start(machine: string): Promise<string> {
  const { address } = await processes.startServer({
    DATABASE_URL: database.url,
    STORAGE_URL: bucket.storageUrl,
    SECRET_KEY: 'the same for all of them, and long enough',
    DATA_DIR: join(folder, machine),
    SPECIES_SERVICES: 'off',
  });
  return address;
}

const patience = { timeout: 60_000 };
const kindsOf = (follower: RunningFollower) => follower.received.map(({ kind }) => kind);
const operationsOf = (follower: RunningFollower) =>
  follower.received.flatMap((message: ServerMessage) =>
    message.kind === 'operations' ? message.operations : [],
  );

test.skipIf(isTestDatabaseEmbedded)(
  'two processes on one PostgreSQL share operations, live messages, tiles and the end of access',
  { timeout: 600_000 },
  async () => {
    const [one, two] = await Promise.all([start('one'), start('two')]);
    const outboxes = ['one', 'two'].map((machine) => join(folder, machine, 'outbox'));
    const owner = await signUpAtRunning(one, outboxes);
    const editor = await signUpAtRunning(two, outboxes);
    const mapId = await createRunningMap(one, owner, { editors: [editor], isPublic: true });
    const follow = (address: string, as?: RunningAccount) => followRunning(address, mapId, { as });
    const [ownerAtTwo, editorAtTwo, visitorAtTwo, editorAtOne] = [
      follow(two, owner),
      follow(two, editor),
      follow(two),
      follow(one, editor),
    ];
    for (const each of [ownerAtTwo, editorAtTwo, visitorAtTwo, editorAtOne]) {
      await expect.poll(() => kindsOf(each), patience).toContain('welcome');
    }

    // Operations are made in both processes at once. Each follower gets every operation once, in
    // the same order.
    const place = { type: 'Point', coordinates: [-110, 44] };
    const make = (address: string, n: number) =>
      doneByRunning(address, '/api/rrm/operations', {
        method: 'POST',
        as: owner,
        body: creationOf(mapId, place, { n }),
      });
    await Promise.all(Array.from({ length: 20 }, (_, n) => make(n % 2 === 0 ? one : two, n)));
    for (const each of [ownerAtTwo, editorAtTwo, visitorAtTwo, editorAtOne]) {
      await expect.poll(() => operationsOf(each).length, patience).toBeGreaterThanOrEqual(20);
      const seqs = operationsOf(each).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + seqs[0]!));
    }

    // A comment and a proposal that are made in one process are announced in the other.
    const [feature] = (await doneByRunning(one, `/api/rrm/features?id=${mapId}`, { as: owner }))
      .features;
    await doneByRunning(one, '/api/rrm/comments', {
      method: 'POST',
      as: editor,
      body: { mapID: mapId, mapComment: 'From one process to another.' },
    });
    await expect.poll(() => kindsOf(ownerAtTwo), patience).toContain('comment');
    await doneByRunning(one, '/api/rrm/proposals', {
      method: 'PUT',
      as: editor,
      body: {
        DBID: feature.id,
        mapID: mapId,
        latestVersion: feature.revision,
        feature: { type: 'Feature', geometry: place, properties: { n: -1 } },
      },
    });
    await expect.poll(() => kindsOf(ownerAtTwo), patience).toContain('proposal');

    // Both processes make tiles of the same state, also after a change in the other process.
    const { seq } = await make(one, 20);
    const counts = await Promise.all([one, two].map((address) => countInTile(address, mapId, seq)));
    expect(counts).toEqual([21, 21]);

    // Access ends in both processes, whichever of them took it away.
    const change = (
      method: 'PUT' | 'DELETE' | 'POST',
      path: string,
      as: RunningAccount,
      body: object,
    ) => doneByRunning(one, path, { method, as, body });
    await change('DELETE', '/api/rrm/map_users', owner, { mapID: mapId, editorID: editor.id });
    await expect.poll(() => kindsOf(editorAtTwo), patience).toContain('role');
    await change('PUT', '/api/rrm/status', owner, { id: mapId, new_status: 'private' });
    for (const each of [editorAtTwo, visitorAtTwo, editorAtOne]) {
      expect((await each.ended).code).toBe(4403);
    }
    await change('POST', '/api/accounts/logout', owner, {});
    expect((await ownerAtTwo.ended).code).toBe(4401);
  },
);

async function countInTile(address: string, mapId: number, seq: number): Promise<number> {
  // The map is public, so that its tiles need no header.
  const reply = await fetch(`${address}/api/rrm/tiles/${mapId}/0/0/0.mvt?seq=${seq}`);
  expect(reply.status).toBe(200);
  const tile = new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer())));
  return tile.layers.features?.length ?? 0;
}
