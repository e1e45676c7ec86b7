import { limits } from '@refugia/contract/limits.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { removeOldAccessRequests } from './access-request-queries.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let guest: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('askedowner');
  guest = await product.registerAndLogin('askingguest');
});
afterAll(() => product.close());

const ask = (mapID: number, as?: TestAccount) =>
  calls.call('POST', 'access_requests', { as, body: { mapID } });
const requests = (id: number) => calls.done('GET', `access_requests?id=${id}`, { as: owner });
const whenAsked = (id: number, people: number) =>
  vi.waitFor(async () => expect(await requests(id)).toHaveLength(people), 60_000);
const told = async (as: TestAccount): Promise<{ sentence: string; address: string }[]> =>
  (await product.app.inject({ url: '/api/notifications', headers: as.headers })).json();

test('the owner of a private map is asked by bell and mail, and lets the person in by one call', async () => {
  const { id } = await calls.createMap(owner);
  expect((await ask(id)).status).toBe(401);
  expect((await ask(id, guest)).body).toEqual({ asked: true });
  await whenAsked(id, 1);
  expect(await requests(id)).toMatchObject([{ user: { username: 'askingguest' } }]);
  const sentence = 'askingguest asks to be let onto the map "Untitled map"';
  const address = `/apps/collaborativemapper/map?id=${id}&section=people`;
  expect((await told(owner))[0]).toMatchObject({ sentence, address });
  const mail = await product.waitForMail(owner.email, /asks to be let onto/);
  expect(mail.text).toContain(address);
  // Asking twice tells the owner once.
  await ask(id, guest);
  await calls.done('POST', 'map_users', {
    as: owner,
    body: { mapID: id, username: guest.username, role: 'viewer' },
  });
  expect(await requests(id)).toEqual([]);
  expect((await told(owner)).filter((each) => each.address === address)).toHaveLength(1);
  expect((await told(guest))[0]?.sentence).toBe('askedowner invites you to the map "Untitled map"');
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: guest })).status).toBe(200);
});

test('the answer does not tell whether there is such a map, nor whether one may read it', async () => {
  const other = await product.registerAndLogin('askingother');
  const hidden = await calls.createMap(owner);
  const open = await calls.createMap(owner, { isPublic: true });
  const deleted = await calls.createMap(owner);
  await calls.done('DELETE', `map_requests?id=${deleted.id}`, { as: owner });
  const replies = [];
  for (const id of [open.id, deleted.id, 2_147_483_647, hidden.id]) {
    replies.push(await ask(id, other));
  }
  for (const { status, body, headers } of replies) {
    expect({ status, body }).toEqual({ status: 200, body: { asked: true } });
    expect(headers['content-length']).toBe(replies[0]?.headers['content-length']);
  }
  // The jobs are done in their order, so the others are done, too.
  await whenAsked(hidden.id, 1);
  expect(await requests(open.id)).toEqual([]);
});

test('who was declined asks in vain for a month', async () => {
  const { id } = await calls.createMap(owner);
  const other = await calls.createMap(owner);
  await ask(id, guest);
  await whenAsked(id, 1);
  const decline = () =>
    calls.call('DELETE', 'access_requests', {
      as: owner,
      body: { mapID: id, accountID: guest.id },
    });
  expect((await decline()).body).toEqual({ id: guest.id });
  expect((await decline()).status).toBe(404);
  await ask(id, guest);
  await ask(other.id, guest);
  await whenAsked(other.id, 1);
  expect(await requests(id)).toEqual([]);
  const { orm } = product.platform.database;
  const days = limits.collaborativeMapper.keptAccessRequestDays + 1;
  await removeOldAccessRequests(orm, new Date(Date.now() + days * 86_400_000));
  await ask(id, guest);
  await whenAsked(id, 1);
});

test('one account asks a limited number of times, before it is looked for the map', async () => {
  const eager = await product.registerAndLogin('askingeager');
  const statuses: number[] = [];
  for (let times = 0; times <= limits.rate.accessRequestsPerHourPerAccount; times++) {
    statuses.push((await ask(2_147_483_646, eager)).status);
  }
  expect(statuses.slice(-2)).toEqual([200, 429]);
});
