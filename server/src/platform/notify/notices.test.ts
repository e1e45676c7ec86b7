import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log.ts';
import { type Notice, Notices, notify } from './notices.ts';

let database: Database;
const open: Notices[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const notices of open.splice(0)) await notices.close();
});
afterAll(() => database.close());

/** Creates the notices of one process. Tests run several on one database. */
function createProcess(
  source: Pick<Database, 'createClient'> = database,
  options: { heartbeatMilliseconds?: number } = {},
): Notices {
  const notices = new Notices(source, createLog('silent'), options);
  open.push(notices);
  return notices;
}

/** Opens connections to the database, and keeps them for the test. */
function recordedClients() {
  const clients: ReturnType<Database['createClient']>[] = [];
  const createClient = () => {
    const client = database.createClient();
    clients.push(client);
    return client;
  };
  return { clients, createClient };
}

/** Listens to a channel and records the notices. It resolves once listening has begun. */
async function listenTo(notices: Notices, channel: string) {
  const heard: Notice[] = [];
  const begun = Promise.withResolvers<void>();
  let beginnings = 0;
  const end = notices.listen(channel, {
    hear: (notice) => heard.push(notice),
    catchUp() {
      beginnings++;
      begun.resolve();
    },
  });
  await begun.promise;
  return { heard, end, beginnings: () => beginnings };
}

test('every process that listens hears a notice, in the order of the commits', async () => {
  const first = await listenTo(createProcess(), 'maps');
  const second = await listenTo(createProcess(), 'maps');
  await notify(database.orm, 'maps', { id: 'a', number: 1 });
  await notify(database.orm, 'maps', { id: 'a', number: 2 });
  await notify(database.orm, 'others', { id: 'a', number: 3 });
  const expected = [
    { id: 'a', number: 1 },
    { id: 'a', number: 2 },
  ];
  await expect.poll(() => first.heard).toEqual(expected);
  await expect.poll(() => second.heard).toEqual(expected);
});

test('a notice is heard once its transaction is committed, and never when it is rolled back', async () => {
  const { heard } = await listenTo(createProcess(), 'maps');
  const failing = database.orm.transaction(async (transaction) => {
    await notify(transaction, 'maps', { id: 'undone' });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const told = database.orm.transaction(async (transaction) => {
    await notify(transaction, 'maps', { id: "it's" });
    await mayCommit;
  });
  expect(heard).toEqual([]);
  commit();
  await told;
  await expect.poll(() => heard).toEqual([{ id: "it's" }]);
});

test('a channel is listened to by many, each until it ends', async () => {
  const notices = createProcess();
  const staying = await listenTo(notices, 'maps');
  const leaving = await listenTo(notices, 'maps');
  leaving.end();
  await notify(database.orm, 'maps', { id: 'a' });
  await expect.poll(() => staying.heard).toEqual([{ id: 'a' }]);
  expect(leaving.heard).toEqual([]);
});

test('a listener that throws, and a payload that is no notice, keep nobody from hearing', async () => {
  const notices = createProcess();
  notices.listen('maps', {
    hear() {
      throw new Error('on purpose');
    },
    catchUp() {
      throw new Error('on purpose');
    },
  });
  const { heard } = await listenTo(notices, 'maps');
  await database.pool.query("SELECT pg_notify('maps', 'nonsense')");
  await notify(database.orm, 'maps', { id: 'a' });
  await expect.poll(() => heard).toEqual([{ id: 'a' }]);
});

test('a lost connection is opened again, and listeners are told that they may have missed something', async () => {
  const { clients, createClient } = recordedClients();
  const notices = createProcess({ createClient });
  const maps = await listenTo(notices, 'maps');
  const runs = await listenTo(notices, 'runs');
  expect(clients).toHaveLength(1);
  await clients[0]?.end();
  await expect.poll(() => [maps.beginnings(), runs.beginnings()]).toEqual([2, 2]);
  expect(clients).toHaveLength(2);
  await notify(database.orm, 'maps', { id: 'a' });
  await expect.poll(() => maps.heard).toEqual([{ id: 'a' }]);
});

test('a database that can not be reached at first is tried again', async () => {
  let attempts = 0;
  const notices = createProcess({
    createClient() {
      attempts++;
      const client = database.createClient();
      if (attempts < 3) client.connect = () => Promise.reject(new Error('ECONNREFUSED'));
      return client;
    },
  });
  await listenTo(notices, 'maps');
  expect(attempts).toBe(3);
});

test('a connection that answers no more is given up', async () => {
  const { clients, createClient } = recordedClients();
  const notices = createProcess({ createClient }, { heartbeatMilliseconds: 20 });
  const { beginnings } = await listenTo(notices, 'maps');
  const [dead] = clients;
  if (!dead) throw new Error('no connection was opened');
  dead.query = () => Promise.reject(new Error('Query read timeout'));
  await expect.poll(beginnings).toBe(2);
});
