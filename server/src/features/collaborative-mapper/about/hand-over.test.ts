import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow } from '../../../../testing/live-client.ts';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { findPermission } from '../maps/access.ts';
import { findMap } from '../maps/map-queries.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let former: TestAccount;
let heir: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  former = await product.registerAndLogin('handformer');
  heir = await product.registerAndLogin('handheir');
});
afterAll(() => product.close());

const handOver = (mapID: number, username: string, as = former) =>
  calls.call('POST', 'hand_over', { as, body: { mapID, username } });
const told = async (as: TestAccount) =>
  (await product.app.inject({ url: '/api/notifications', headers: as.headers }))
    .json()
    .map(({ sentence }: { sentence: string }) => sentence);

test('a collaborator becomes the owner, the former owner a reviewer, and both screens learn it', async () => {
  const { id, token } = await calls.createMap(former, { editors: [heir] });
  const screens = [
    await follow(product, id, { as: former }),
    await follow(product, id, { as: heir }),
  ];
  for (const screen of screens) await screen.next('welcome');
  expect((await handOver(id, 'Handheir')).body).toMatchObject({
    status: 'reviewer',
    token: null,
    creator: [{ username: 'handheir' }],
  });
  const [ofFormer, ofHeir] = screens;
  expect((await ofFormer.next('role')).role).toBe('reviewer');
  expect((await ofHeir.next('role')).role).toBe('creator');
  await ofHeir.next('operations');
  for (const screen of screens) screen.close();

  expect((await calls.done('GET', `map_requests?id=${id}`, { as: heir })).token).toBe(token);
  const { collaborators } = await calls.done('GET', `map_users?id=${id}&type=collaborators`, {
    as: heir,
  });
  expect(collaborators).toMatchObject([{ username: 'handformer', role: 'reviewer' }]);
  const [entry] = await calls.done('GET', `history?id=${id}`, { as: heir });
  expect(entry).toMatchObject({ author: { username: 'handformer' }, can_revert: false });
  expect(JSON.stringify(entry)).toContain('Handed the map over to handheir');
  expect(await told(heir)).toContain('handformer hands the map "Untitled map" over to you');
  expect(await told(former)).toContain(
    'handheir owns the map "Untitled map" now, which you handed over',
  );
  await product.waitForMail(heir.email, /over to you/);
  // What was the owner's alone is the new owner's now.
  const rename = (as: TestAccount) =>
    calls.call('PUT', 'map_requests', { as, body: { id, attr: 'name', val: 'New' } });
  expect((await rename(former)).status).toBe(403);
  expect((await rename(heir)).status).toBe(200);
});

test('with a map that was read before the hand-over, both have their new roles', async () => {
  const { id } = await calls.createMap(former, { editors: [heir] });
  const { orm } = product.platform.database;
  const map = (await findMap(orm, id))!;
  await handOver(id, heir.username);
  const roleOf = async ({ id: accountId }: TestAccount) =>
    (await findPermission(orm, map, { accountId, token: undefined, viewKey: undefined }))?.role;
  expect([await roleOf(heir), await roleOf(former)]).toEqual(['creator', 'reviewer']);
});

test('the map stays when the former owner leaves, and is part of what the new one takes along', async () => {
  const leaver = await product.registerAndLogin('handleaver');
  const { id } = await calls.createMap(leaver, { editors: [heir] });
  await handOver(id, heir.username, leaver);
  await product.platform.database.pool.query('DELETE FROM account WHERE id = $1', [leaver.id]);
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: heir })).status).toBe(200);
  const exported = await product.app.inject({
    url: '/api/accounts/export',
    headers: heir.headers,
  });
  expect(exported.json().maps).toContainEqual(expect.objectContaining({ id }));
});

test('nobody gets a map who does not work on it, and it is handed over once', async () => {
  const { id } = await calls.createMap(former);
  expect(await handOver(id, heir.username)).toMatchObject({
    status: 409,
    body: { code: 'not_a_collaborator', error: expect.stringMatching(/invite/) },
  });
  expect((await handOver(id, former.username)).body.code).toBe('not_a_collaborator');
  expect((await handOver(id, 'nobody_at_all')).body.code).toBe('user_not_found');
  const spare = await product.registerAndLogin('handspare');
  for (const { username } of [heir, spare]) {
    await calls.done('POST', 'map_users', { as: former, body: { mapID: id, username } });
  }
  const replies = await Promise.all([handOver(id, heir.username), handOver(id, spare.username)]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await handOver(id, spare.username)).status).toBe(403);
});
