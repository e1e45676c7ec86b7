import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectLive, follow } from '../../../../testing/live-client.ts';
import { mapCallsOf, square } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import { Rooms } from './rooms.ts';

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('liveowner');
  editor = await product.registerAndLogin('liveeditor');
});
afterAll(() => product.close());

test('an owner draws, an editor proposes, the owner accepts: each sees it live', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const ofOwner = await follow(product, id, { as: owner });
  // A person who is already there is told when somebody else comes.
  await ofOwner.next('welcome');
  const ofEditor = await follow(product, id, { as: editor });
  expect(await ofEditor.next('welcome')).toMatchObject({ role: 'editor', seq: 0 });
  expect(await ofOwner.next('presence')).toMatchObject({
    person: { name: 'liveeditor', role: 'editor' },
  });

  const feature = await calls.addFeature(owner, id, square(), { name: 'A' });
  expect((await ofEditor.next('operations')).operations).toMatchObject([
    { seq: 1, verb: 'create', feature_id: feature.id, author: { username: 'liveowner' } },
  ]);

  const proposal = await calls.done('PUT', 'proposals', {
    as: editor,
    body: {
      DBID: feature.id,
      mapID: id,
      latestVersion: feature.revision,
      feature: { geometry: square(), properties: { name: 'B' } },
      note: 'It is called B',
    },
  });
  expect(await ofOwner.next('proposal')).toMatchObject({
    change: 'added',
    proposal: { id: proposal.id, note: 'It is called B', editor: 'liveeditor', is_own: false },
  });
  expect(await ofEditor.next('proposal')).toMatchObject({ proposal: { is_own: true } });

  await calls.done('PUT', 'manage', { as: owner, body: { id: proposal.id, decision: 'accept' } });
  expect((await ofEditor.next('operations')).operations).toMatchObject([
    {
      seq: 2,
      verb: 'edit',
      proposal: proposal.id,
      patch: { attributes: [{ name: 'name', after: 'B' }] },
    },
  ]);
  expect(await ofEditor.next('proposal')).toMatchObject({
    change: 'changed',
    proposal: { status: 'accepted' },
  });

  const comment = await calls.done('POST', 'comments', {
    as: editor,
    body: { mapID: id, mapComment: 'Thank you' },
  });
  expect(await ofOwner.next('comment')).toMatchObject({
    change: 'added',
    comment: { id: comment.id, comment: 'Thank you', account: { username: 'liveeditor' } },
  });
  ofOwner.close();
  ofEditor.close();
});

test('the team is told when its people change', async () => {
  const { id: mapID } = await calls.createMap(owner, { editors: [editor] });
  const guest = await product.registerAndLogin();
  const [ofOwner, ofEditor] = [
    await follow(product, mapID, { as: owner }),
    await follow(product, mapID, { as: editor }),
  ];
  // Until it is welcomed, a connection is told nothing.
  for (const client of [ofOwner, ofEditor]) await client.next('welcome');
  await calls.done('POST', 'access_requests', { as: guest, body: { mapID } });
  expect(await ofOwner.next('people')).toEqual({ kind: 'people' });
  const body = { mapID, username: guest.username, role: 'viewer' };
  await calls.done('POST', 'map_users', { as: owner, body });
  expect(await ofOwner.next('people')).toEqual({ kind: 'people' });
  await ofEditor.next('people');
});

test('who comes back with the last number gets what was missed, each once and in order', async () => {
  const { id } = await calls.createMap(owner);
  for (let west = 0; west < 5; west++) await calls.addFeature(owner, id, square(west));
  const client = await follow(product, id, { as: owner, since: 2 });
  expect(await client.next('welcome')).toMatchObject({ seq: 5 });
  await calls.addFeature(owner, id, square(6));
  const numbers: number[] = [];
  while (numbers.at(-1) !== 6) {
    numbers.push(...(await client.next('operations')).operations.map(({ seq }) => seq));
  }
  expect(numbers).toEqual([3, 4, 5, 6]);
  client.close();
});

test('who claims to know what is yet to come is told to load the map anew', async () => {
  const { id } = await calls.createMap(owner);
  const client = await follow(product, id, { as: owner, since: 99 });
  expect(await client.next('behind')).toMatchObject({ seq: 0 });
  client.close();
});

test('pointers are told to the others, and that somebody has left', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const ofOwner = await follow(product, id, { as: owner });
  await ofOwner.next('welcome');
  const ofEditor = await follow(product, id, { as: editor });
  const { connection, people } = await ofEditor.next('welcome');
  expect(people).toMatchObject([{ name: 'liveowner' }]);
  const featureId = randomUUID();
  ofEditor.send({ kind: 'presence', cursor: [-110.5, 44.5], feature_id: featureId });
  const seen = await ofOwner.next('presence', ({ person }) => person.cursor !== null);
  expect(seen.person).toMatchObject({ connection, cursor: [-110.5, 44.5], feature_id: featureId });
  ofEditor.close();
  expect(await ofOwner.next('left')).toEqual({ kind: 'left', connection });
  ofOwner.close();
});

test.each([
  ['a message that is no JSON', 'hello', 4400, 'bad_message'],
  ['an unknown kind', JSON.stringify({ kind: 'shout' }), 4400, 'bad_message'],
  ['a kind that is inherited', JSON.stringify({ kind: '__proto__' }), 4400, 'bad_message'],
  [
    'a pointer in another world',
    JSON.stringify({ kind: 'presence', cursor: [1e9, 0], feature_id: null }),
    4400,
    'bad_message',
  ],
  [
    '8 MB',
    JSON.stringify({ kind: 'hello', since: 0, token: 'x'.repeat(8_000_000) }),
    1009,
    'too_large',
  ],
  ['a message before the first', JSON.stringify({ kind: 'ping' }), 4401, 'not_authenticated'],
  [
    'a forged login',
    JSON.stringify({ kind: 'hello', since: 0, token: 'a.b.c' }),
    4401,
    'not_authenticated',
  ],
])('%s ends the connection with a reason', async (_, message, closeCode, code) => {
  const { id } = await calls.createMap(owner);
  const client = await connectLive(product, id);
  client.send(message);
  expect(await client.next('refused')).toMatchObject({ code, error: expect.stringMatching(/\.$/) });
  const { code: ended, reason } = await client.ended;
  expect(ended).toBe(closeCode);
  expect(reason).not.toBe('');
});

test('a map that one may not read, or that is none, is not found', async () => {
  const { id } = await calls.createMap(owner);
  const stranger = await follow(product, id, { as: editor });
  expect((await stranger.ended).code).toBe(4404);
  const client = await connectLive(product, 'nothing');
  client.send({ kind: 'hello', since: 0 });
  expect((await client.ended).code).toBe(4404);
});

test('a page of another site is refused before it is connected', async () => {
  const { id } = await calls.createMap(owner, { isPublic: true });
  await expect(connectLive(product, id, { origin: 'https://elsewhere.example' })).rejects.toThrow(
    '403',
  );
  const own = await follow(product, id, { headers: { origin: 'http://127.0.0.1:3000' } });
  expect(await own.next('welcome')).toMatchObject({ role: 'viewer' });
  own.close();
});

test('removing a collaborator, unpublishing and logging out end what is open', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const visitor = await follow(product, id, {});
  const ofEditor = await follow(product, id, { as: editor });
  await Promise.all([visitor.next('welcome'), ofEditor.next('welcome')]);

  await calls.done('DELETE', 'map_users', { as: owner, body: { mapID: id, editorID: editor.id } });
  expect(await ofEditor.next('role')).toMatchObject({ role: 'viewer' });
  await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'private' } });
  expect((await ofEditor.ended).code).toBe(4403);
  expect((await visitor.ended).code).toBe(4403);

  const leaving = await product.registerAndLogin('liveleaver');
  const own = await calls.createMap(leaving);
  const client = await follow(product, own.id, { as: leaving });
  await client.next('welcome');
  await product.app.inject({
    method: 'POST',
    url: '/api/accounts/logout',
    headers: leaving.headers,
  });
  expect((await client.ended).code).toBe(4401);
});

test.each([
  ['removed as a collaborator', 4403],
  ['shut out by unpublishing', 4403],
  ['logged out', 4401],
] as const)('who is %s in the moment of being admitted is disconnected', async (how, closeCode) => {
  const person = await product.registerAndLogin();
  const { id } = await calls.createMap(owner, {
    editors: how === 'shut out by unpublishing' ? [] : [person],
    isPublic: how === 'shut out by unpublishing',
  });
  const endAccess = async () => {
    if (how === 'removed as a collaborator') {
      const body = { mapID: id, editorID: person.id };
      await calls.done('DELETE', 'map_users', { as: owner, body });
    } else if (how === 'shut out by unpublishing') {
      await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'private' } });
    } else {
      const { headers } = person;
      await product.app.inject({ method: 'POST', url: '/api/accounts/logout', headers });
    }
  };
  // Once this connection has ended, the notice has been heard.
  const earlier = await follow(product, id, { as: person });
  await earlier.next('welcome');
  const admit = Rooms.prototype.admit;
  const admission = vi.spyOn(Rooms.prototype, 'admit').mockImplementationOnce(async function (
    this: Rooms,
    ...question
  ) {
    const given = await admit.apply(this, question);
    await endAccess();
    await earlier.ended;
    return given;
  });
  try {
    const late = await follow(product, id, { as: person });
    expect((await late.ended).code).toBe(closeCode);
  } finally {
    admission.mockRestore();
  }
});

test.each(['undoing', 'reverting'] as const)(
  '%s the publication of a map disconnects its visitors',
  async (way) => {
    const { id } = await calls.createMap(owner, { isPublic: true });
    const visitor = await follow(product, id, {});
    await visitor.next('welcome');
    if (way === 'undoing') {
      await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
    } else {
      const [{ group }] = await calls.done('GET', `history?id=${id}`, { as: owner });
      await calls.done('POST', 'history', { as: owner, body: { id, group } });
    }
    expect(await visitor.ended).toMatchObject({ code: 4403 });
  },
);
