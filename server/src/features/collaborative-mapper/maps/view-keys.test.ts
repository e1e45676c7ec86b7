import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow } from '../../../../testing/live-client.ts';
import { type CallOptions, mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let editor: TestAccount;
let stranger: TestAccount;
let id: number;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('keyowner');
  editor = await product.registerAndLogin('keyeditor');
  stranger = await product.registerAndLogin('keystranger');
  ({ id } = await calls.createMap(owner, { editors: [editor] }));
});
afterAll(() => product.close());

async function keys(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  as?: TestAccount,
  body?: object,
) {
  const reply = await product.app.inject({
    method,
    url: `/api/keys${path}`,
    headers: { ...as?.headers },
    ...(body && { payload: body }),
  });
  return { status: reply.statusCode, body: reply.json() };
}
const bodyFor = (mapId: number | string, name = 'Board') => ({
  target: { type: 'map', id: mapId },
  kind: 'view',
  name,
});
const openMap = (key: string, options: CallOptions = {}, mapId = id) =>
  calls.call('GET', `map_requests?id=${mapId}`, { key, ...options });

test('a key is shown once, listed by its name, and opens the map in the header or the address', async () => {
  const made = await keys('POST', '', owner, bodyFor(id, ' Board meeting '));
  const { key, url, ...listed } = made.body;
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(new URL(url).search).toBe(`?id=${id}&key=${key}`);
  expect(listed).toMatchObject({ kind: 'view', name: 'Board meeting', last_used_at: null });
  expect((await keys('GET', `?type=map&id=${id}`, owner)).body).toEqual([listed]);

  expect((await openMap(key)).body).toMatchObject({
    id,
    status: 'viewer',
    is_view_only: true,
    token: null,
  });
  const byAddress = await calls.call('GET', `features?id=${id}&key=${key}`);
  expect(byAddress).toMatchObject({ status: 200, body: { features: [] } });
  const [used] = (await keys('GET', `?type=map&id=${id}`, owner)).body;
  expect(used.last_used_at).not.toBeNull();
});

test('a key opens no other map, no map after it was revoked, and nothing that is not a key', async () => {
  const key = await calls.makeKey(owner, id);
  const other = await calls.createMap(owner);
  expect((await openMap(key, {}, other.id)).status).toBe(404);
  for (const wrong of [randomUUID(), '', key.slice(1), `${key}a`]) {
    expect((await openMap(wrong)).status).toBe(404);
  }
  const [, { id: keyId }] = (await keys('GET', `?type=map&id=${id}`, owner)).body;
  expect((await keys('DELETE', `/${keyId}`, owner)).body).toEqual({ id: keyId });
  expect((await openMap(key)).status).toBe(404);
  expect((await keys('DELETE', `/${keyId}`, owner)).status).toBe(404);
});

test('a key adds nothing to a role, and takes nothing from it', async () => {
  const key = await calls.makeKey(owner, id);
  expect((await openMap(key, { as: editor })).body).toMatchObject({
    status: 'editor',
    is_view_only: false,
  });
  expect((await openMap(key, { as: stranger })).body).toMatchObject({ is_view_only: true });
  // Somebody who is logged in may comment on what they may read, but not by such a link.
  const comment = { mapID: id, mapComment: 'Hello' };
  expect(await calls.call('POST', 'comments', { as: stranger, key, body: comment })).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/for viewing/) },
  });
  await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'public' } });
  expect((await openMap(key, { as: stranger })).body.is_view_only).toBe(false);
  expect((await calls.call('POST', 'comments', { as: stranger, key, body: comment })).status).toBe(
    200,
  );
  await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'private' } });
});

test('who views by a link reads the comments of the team, and no mail address of anybody', async () => {
  const key = await calls.makeKey(owner, id);
  await calls.done('POST', 'comments', { as: editor, body: { mapID: id, mapComment: 'The nest' } });
  const read = await calls.call('GET', `comments?id=${id}`, { key });
  expect(read.body).toContainEqual(expect.objectContaining({ comment: 'The nest' }));
  for (const path of ['map_requests', 'comments', 'features', 'vector_layers', 'layers']) {
    const { body } = await calls.call('GET', `${path}?id=${id}`, { key });
    expect(JSON.stringify(body)).not.toContain('@');
  }
});

test.each([
  ['nobody', undefined, 401],
  ['a stranger', 'stranger', 404],
  ['an editor', 'editor', 403],
  ['the owner', 'owner', 200],
] as const)('keys are made, listed and revoked by the owner alone: %s', async (_, who, status) => {
  const people = { stranger, editor, owner };
  const as = who && people[who];
  await calls.makeKey(owner, id);
  const [{ id: keyId }] = (await keys('GET', `?type=map&id=${id}`, owner)).body;
  // A visitor does not learn whether the map exists.
  const hidden = who === undefined ? 404 : status;
  expect((await keys('POST', '', as, bodyFor(id))).status).toBe(hidden);
  expect((await keys('GET', `?type=map&id=${id}`, as)).status).toBe(hidden);
  expect((await keys('DELETE', `/${keyId}`, as)).status).toBe(hidden);
});

test('what can have no key is refused', async () => {
  for (const target of [0, 'abc', '99999999999', 2_147_483_647]) {
    expect((await keys('POST', '', owner, bodyFor(target))).status).toBe(404);
  }
  const body = bodyFor(id);
  for (const change of [
    { name: '' },
    { name: 'a'.repeat(51) },
    { kind: 'gis' },
    { target: { type: 'run', id: 'abc' } },
  ]) {
    expect((await keys('POST', '', owner, { ...body, ...change })).status).toBe(400);
  }
  expect((await keys('DELETE', `/${randomUUID()}`, owner)).status).toBe(404);
});

test('the live connection of a link ends when it is revoked, and not that of another', async () => {
  const [first, second] = [
    await calls.makeKey(owner, id, 'A'),
    await calls.makeKey(owner, id, 'B'),
  ];
  const [a, b] = [
    await follow(product, id, { key: first }),
    await follow(product, id, { key: second }),
  ];
  await a.next('welcome');
  await b.next('welcome');
  const listed: { id: string; name: string }[] = (await keys('GET', `?type=map&id=${id}`, owner))
    .body;
  await keys('DELETE', `/${listed.findLast(({ name }) => name === 'A')?.id}`, owner);
  expect((await a.ended).code).toBe(4403);
  expect(a.received).toContainEqual(expect.objectContaining({ kind: 'refused' }));
  const feature = await calls.addFeature(owner, id);
  await b.next('operations', ({ operations }) =>
    operations.some(({ feature_id }) => feature_id === feature.id),
  );
  b.close();
  const late = await follow(product, id, { key: first });
  expect((await late.ended).code).toBe(4404);
});

test('keys are part of what an account takes along, and go with the map', async () => {
  await calls.makeKey(owner, id, 'Taken along');
  const exported = await product.app.inject({
    url: '/api/accounts/export',
    headers: owner.headers,
  });
  const entries: { kind?: string; name?: string }[] = exported.json().maps;
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'view_link', name: 'Taken along' }),
  );
  expect(exported.body).not.toContain('key_hash');
  const { pool } = product.platform.database;
  await pool.query('DELETE FROM collaborative_map WHERE id = $1', [id]);
  const left = await pool.query('SELECT FROM access_key WHERE target_id = $1', [String(id)]);
  expect(left.rows).toHaveLength(0);
});
