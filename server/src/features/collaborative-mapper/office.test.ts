import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow, type LiveClient } from '../../../testing/live-client.ts';
import { mapCallsOf, square } from '../../../testing/map-calls.ts';
import {
  createTestApp,
  type TestAccount,
  type TestApp,
  testConfig,
} from '../../../testing/test-app.ts';
import { account } from '../../platform/database/schema/index.ts';

// All requests of a test come from one network address, as those of an office do.
let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let people: TestAccount[];
let mapId: number;
const clients: LiveClient[] = [];

// An export takes a second, so the test does not make thirty.
const rateLimits = {
  ...testConfig().rateLimits,
  exportsPerMinutePerAccount: 2,
  exportsPerMinutePerAddress: 2,
};

beforeAll(async () => {
  product = await createTestApp({ config: { rateLimits }, work: false });
  calls = mapCallsOf(product);
  const { database, sessions } = product.platform;
  const rows = await database.orm
    .insert(account)
    .values(
      Array.from({ length: 61 }, (_, number) => ({
        username: `colleague${number}`,
        email: `colleague${number}@example.org`,
        passwordHash: '',
        firstName: 'Given',
        lastName: 'Family',
        activatedAt: new Date(),
      })),
    )
    .returning();
  people = await Promise.all(
    rows.map(async (row) => ({
      ...{ id: row.id, username: row.username, email: row.email, password: '' },
      headers: { authorization: `JWT ${await sessions.issue(row)}` },
    })),
  );
  ({ id: mapId } = await calls.createMap(people[0], { isPublic: true }));
  await calls.addFeature(people[0], mapId, square());
});
afterAll(() => product.close());

/** Follows the map, and tells whether it was admitted. */
async function isAdmitted(as?: TestAccount): Promise<boolean> {
  const client = await follow(product, mapId, as ? { as } : {});
  clients.push(client);
  const welcome = client.next('welcome').then(() => true);
  return await Promise.race([welcome, client.ended.then(() => false)]);
}

async function closeAll(): Promise<void> {
  for (const client of clients) client.close();
  await Promise.all(clients.splice(0).map(({ ended }) => ended));
}

test('sixty-one people follow a map live from one address, and visitors beside them', async () => {
  expect(await Promise.all(people.map((each) => isAdmitted(each)))).not.toContain(false);
  expect(await isAdmitted()).toBe(true);
  await closeAll();
});

test('the sixty-first live connection of one account, or of visitors, is refused', async () => {
  for (const as of [people[1], undefined]) {
    const admitted = await Promise.all(Array.from({ length: 60 }, () => isAdmitted(as)));
    expect(admitted).not.toContain(false);
    expect(await isAdmitted(as)).toBe(false);
    const { code } = await clients.at(-1)!.ended;
    expect(code).toBe(4429);
    // Another person at this address is not concerned.
    expect(await isAdmitted(people[2])).toBe(true);
    await closeAll();
    // What has been closed is not counted.
    expect(await isAdmitted(as)).toBe(true);
    await closeAll();
  }
});

const exportOf = (as?: TestAccount) =>
  calls.call('GET', `export?id=${mapId}&format=geojson`, { as }).then(({ status }) => status);

test('exports are counted by account, and those of visitors by address', async () => {
  for (const each of people.slice(2, 5)) expect(await exportOf(each)).toBe(200);
  for (const as of [people[1], undefined]) {
    for (let number = 0; number < 2; number++) expect(await exportOf(as)).toBe(200);
    expect(await exportOf(as)).toBe(429);
  }
  expect(await exportOf(people[0])).toBe(200);
});

test('pictures of maps are counted by account', async () => {
  // A form without a picture is refused, and counted.
  const picture = async (as: TestAccount) =>
    (await calls.call('POST', 'map_requests?type=image', { as })).status;
  for (let number = 0; number < 30; number++) expect(await picture(people[3])).toBe(415);
  expect(await picture(people[3])).toBe(429);
  expect(await picture(people[4])).toBe(415);
});
