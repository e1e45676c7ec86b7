import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow } from '../../../testing/live-client.ts';
import { mapCallsOf } from '../../../testing/map-calls.ts';
import { createRoleScenes, type RoleScenes } from '../../../testing/role-scenes.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let people: RoleScenes['people'];
let sceneFor: RoleScenes['sceneFor'];

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  ({ people, sceneFor } = await createRoleScenes(product, 'live'));
});
afterAll(() => product.close());

const comment = (mapID: number) =>
  calls.done('POST', 'comments', { as: people.owner, body: { mapID, mapComment: 'Hello' } });

/** What the specification's table of roles means for the messages of a map's socket. */
test.each([
  ['visitor', { status: 'viewer', name: /^Visitor /, mayPropose: false }],
  ['token visitor', { status: 'editor', name: /^Visitor /, mayPropose: true }],
  ['viewer', { status: 'viewer', name: /^liveother$/, mayPropose: false }],
  ['invited viewer', { status: 'viewer', name: /^liveother$/, mayPropose: false }],
  ['view-link visitor', { status: 'viewer', name: /^Visitor /, mayPropose: false }],
  ['editor', { status: 'editor', name: /^liveeditor$/, mayPropose: true }],
  ['reviewer', { status: 'reviewer', name: /^livereviewer$/, mayPropose: true }],
  ['owner', { status: 'creator', name: /^liveowner$/, mayPropose: true }],
] as const)('%s gets and sends the messages of the role', async (role, expected) => {
  const { status, name, mayPropose } = expected;
  // A view-only link opens the map, but does not tell who is on it.
  const seesTeam = role !== 'view-link visitor';
  const { id, as, token, key, proposal } = await sceneFor(role);
  const ofOwner = await follow(product, id, { as: people.owner });
  await ofOwner.next('welcome');
  const client = await follow(product, id, { as, mapToken: token, key });
  expect(await client.next('welcome')).toMatchObject({
    role: status,
    people: seesTeam ? [{ name: 'liveowner', role: 'creator' }] : [],
  });
  const { person } = await ofOwner.next('presence');
  expect(person).toMatchObject({ role: status, name: expect.stringMatching(name), cursor: null });

  client.send({ kind: 'presence', cursor: [1, 2], feature_id: null });
  expect((await ofOwner.next('presence')).person).toEqual({ ...person, cursor: [1, 2] });
  ofOwner.send({ kind: 'presence', cursor: [3, 4], feature_id: null });
  if (seesTeam) {
    expect((await client.next('presence')).person).toMatchObject({
      name: 'liveowner',
      cursor: [3, 4],
    });
  }
  client.send({ kind: 'ping' });
  await client.next('pong');

  const feature = await calls.addFeature(people.owner, id);
  await client.next('operations', ({ operations }) =>
    operations.some(({ feature_id }) => feature_id === feature.id),
  );
  // People who may make proposals may also read them.
  const { id: proposalId } = await proposal();
  if (mayPropose) expect((await client.next('proposal')).proposal.id).toBe(proposalId);
  const body = { mapID: id, mapComment: 'On the proposal', proposalID: proposalId };
  await calls.done('POST', 'comments', { as: people.owner, body });
  const word = await comment(id);
  await client.next('comment', (each) => each.id === word.id);
  expect(client.received.some(({ kind }) => kind === 'proposal')).toBe(mayPropose);
  expect(
    client.received.some(
      (each) => each.kind === 'comment' && each.comment?.proposal === proposalId,
    ),
  ).toBe(mayPropose);
  if (seesTeam) {
    ofOwner.close();
    await client.next('left');
  } else {
    expect(client.received.filter(({ kind }) => kind === 'presence')).toEqual([]);
    // On a published map, everybody sees the team.
    await calls.done('PUT', 'status', {
      as: people.owner,
      body: { id, new_status: 'public' },
    });
    expect((await client.next('presence')).person.name).toBe('liveowner');
    ofOwner.close();
  }
  client.close();
});

test('a stranger is told nothing but that there is no such map', async () => {
  const { id, as } = await sceneFor('stranger');
  const client = await follow(product, id, { as });
  expect((await client.ended).code).toBe(4404);
  expect(client.received).toMatchObject([{ kind: 'refused', code: 'map_not_found' }]);
});

test('a viewer who is made an editor gets proposals from then on, until that ends', async () => {
  const { id, as } = await sceneFor('viewer');
  const client = await follow(product, id, { as });
  await client.next('welcome');
  const propose = () =>
    calls.done('POST', 'proposals', {
      as: people.editor,
      body: {
        type: 'add',
        mapID: id,
        feature: { geometry: { type: 'Point', coordinates: [1, 2] } },
      },
    });
  const asOwner = (body: object) => ({ as: people.owner, body: { mapID: id, ...body } });
  await propose();
  await calls.done('POST', 'map_users', asOwner({ username: 'liveother' }));
  expect((await client.next('role')).role).toBe('editor');
  const { id: seen } = await propose();
  await client.next('proposal');
  await calls.done('DELETE', 'map_users', asOwner({ editorID: people.other.id }));
  expect((await client.next('role')).role).toBe('viewer');
  await propose();
  await comment(id);
  await client.next('comment');
  const proposals = client.received.flatMap((each) =>
    each.kind === 'proposal' ? each.proposal.id : [],
  );
  expect(proposals).toEqual([seen]);
  client.close();
});
