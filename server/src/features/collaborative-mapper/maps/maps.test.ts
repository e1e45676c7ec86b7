import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let friend: TestAccount;
let stranger: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('mapowner');
  friend = await product.registerAndLogin('mapfriend');
  stranger = await product.registerAndLogin('stranger');
});
afterAll(() => product.close());

const createMap = async (as: TestAccount) => (await calls.createMap(as)).id;

test('creating a map answers its id, and the map has the defaults of the specification', async () => {
  const id = await createMap(owner);
  expect(Number.isInteger(id)).toBe(true);
  const { body } = await calls.call('GET', `map_requests?id=${id}`, { as: owner });
  expect(body).toMatchObject({
    id,
    summary: 'Add map summary here.',
    status: 'creator',
    is_published: false,
    base_layer: 'default',
    center: '[43.256,-110.9345]',
    zoom: 4,
    is_vector_drawing_controls_enabled: true,
    seq: 0,
    feature_count: 0,
  });
  expect(body.creator).toMatchObject([{ id: owner.id, username: 'mapowner' }]);
  expect(body.token).toMatch(/^[\w-]{32}$/);
});

test('only signed-in users create maps, and for themselves', async () => {
  expect((await calls.call('POST', 'map_requests?type=map', { body: {} })).status).toBe(401);
  const other = await calls.call('POST', 'map_requests?type=map', {
    as: owner,
    body: { user: friend.id },
  });
  expect(other).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
});

test('a private map is not found by others; its token makes an editor and is told to the owner alone', async () => {
  const id = await createMap(owner);
  const { token } = (await calls.call('GET', `map_requests?id=${id}`, { as: owner })).body;
  for (const as of [stranger, undefined]) {
    const reply = await calls.call('GET', `map_requests?id=${id}`, { ...(as && { as }) });
    expect(reply).toMatchObject({ status: 404, body: { code: 'map_not_found' } });
  }
  const byToken = await calls.call('GET', `map_requests?id=${id}`, { token });
  expect(byToken).toMatchObject({ status: 200, body: { status: 'editor', token: null } });

  const replaced = await calls.call('POST', 'token', { as: owner, body: { id } });
  expect(replaced.body.token).not.toBe(token);
  expect((await calls.call('GET', `map_requests?id=${id}`, { token })).status).toBe(404);
  expect(
    (await calls.call('GET', `map_requests?id=${id}`, { token: replaced.body.token })).status,
  ).toBe(200);
});

test('the owner finds, adds and removes collaborators, and a collaborator can leave', async () => {
  const id = await createMap(owner);
  const found = await calls.call(
    'GET',
    `map_users?id=${id}&type=available_collaborators&query_string=FRIEN`,
    { as: owner },
  );
  expect(found.body).toMatchObject({ available_collaborators: [{ username: 'mapfriend' }] });
  const added = await calls.call('POST', 'map_users', {
    as: owner,
    body: { mapID: id, username: 'mapfriend' },
  });
  expect(added.body).toMatchObject([{ id: friend.id, username: 'mapfriend', first_name: 'Given' }]);
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: friend })).body.status).toBe(
    'editor',
  );
  const none = await calls.call(
    'GET',
    `map_users?id=${id}&type=available_collaborators&query_string=frien`,
    { as: owner },
  );
  expect(none.body).toEqual({ available_collaborators: [] });
  expect(
    (
      await calls.call('GET', `map_users?id=${id}&type=available_collaborators&query_string=a`, {
        as: friend,
      })
    ).status,
  ).toBe(403);
  expect(
    (await calls.call('GET', `map_users?id=${id}&type=owner`, { as: friend })).body,
  ).toMatchObject({
    owner: [{ username: 'mapowner' }],
  });
  const left = await calls.call('DELETE', 'map_users', {
    as: friend,
    body: { mapID: id, editorID: friend.id },
  });
  expect(left).toMatchObject({ status: 200, body: [] });
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: friend })).status).toBe(404);
  const again = await calls.call('DELETE', 'map_users', {
    as: owner,
    body: { mapID: id, editorID: friend.id },
  });
  expect(again).toMatchObject({ status: 404, body: { code: 'not_a_collaborator' } });
});

test('lists hold public maps for everybody, and one’s own for oneself', async () => {
  const id = await createMap(friend);
  const mine = await calls.call('GET', `maps_requests?type=my_maps&id=${friend.id}`, {
    as: friend,
  });
  expect(mine.body).toMatchObject([
    { id, status: 'creator', creator: [{ username: 'mapfriend' }] },
  ]);
  expect(mine.headers['x-total-count']).toBe('1');
  expect(mine.body[0]).not.toHaveProperty('token');
  expect((await calls.call('GET', 'maps_requests?type=my_maps')).status).toBe(401);
  expect(
    (await calls.call('GET', `maps_requests?type=my_maps&id=${owner.id}`, { as: friend })).status,
  ).toBe(403);
  expect((await calls.call('GET', 'maps_requests?type=public_maps')).body).toEqual([]);
});

test('a deleted map is gone for everybody, and its owner can restore it', async () => {
  const id = await createMap(owner);
  expect(await calls.call('DELETE', `map_requests?id=${id}`, { as: owner })).toMatchObject({
    status: 200,
    body: { id },
  });
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: owner })).status).toBe(404);
  const deleted = await calls.call('GET', 'maps_requests?type=deleted_maps', { as: owner });
  expect(deleted.body.map((map: { id: number }) => map.id)).toContain(id);
  expect((await calls.call('POST', 'restore', { as: stranger, body: { id } })).status).toBe(404);
  expect((await calls.call('POST', 'restore', { as: owner, body: { id } })).body).toMatchObject({
    id,
    status: 'creator',
  });
  expect((await calls.call('GET', `map_requests?id=${id}`, { as: owner })).status).toBe(200);
});
