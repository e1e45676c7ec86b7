import { randomUUID } from 'node:crypto';
import type { NotificationsServerMessage } from '@refugia/contract/notifications-live.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapCallsOf, square } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { notification } from '../../platform/database/schema/index.ts';
import { digestMoment, mailDue } from './mail.ts';
import { removeOldNotifications } from './tell.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let editor: TestAccount;
let viewer: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('toldowner');
  editor = await product.registerAndLogin('toldeditor');
  viewer = await product.registerAndLogin('toldviewer');
});
afterAll(() => product.close());

async function ask(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  as?: TestAccount,
  payload?: object,
) {
  const reply = await product.app.inject({
    method,
    url: `/api/notifications${path}`,
    headers: { ...as?.headers },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
const told = async (as: TestAccount) => (await ask('GET', '?unread=true', as)).body;
const sentences = async (as: TestAccount) =>
  (await told(as)).map(({ sentence }: { sentence: string }) => sentence);
const readAll = (as: TestAccount) => ask('PUT', '/read', as, {});

const newMap = async (isPublic = false) => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic });
  for (const each of [owner, editor, viewer]) await readAll(each);
  return id;
};
const propose = (mapID: number, note = '') =>
  calls.done('POST', 'proposals', {
    as: editor,
    body: { type: 'add', mapID, feature: { geometry: square() }, note },
  });
const comment = (as: TestAccount, mapID: number, mapComment: string, more: object = {}) =>
  calls.done('POST', 'comments', { as, body: { mapID, mapComment, ...more } });

test('the owner is told of a proposal, and the proposer of the decision with its reason', async () => {
  const id = await newMap();
  const proposal = await propose(id, 'Seen in June');
  expect(await told(owner)).toMatchObject([
    {
      kind: 'proposal',
      sentence: 'toldeditor proposes a change on the map "Untitled map"',
      excerpt: 'Seen in June',
      address: `/apps/collaborativemapper/map?id=${id}&proposal=${proposal.id}`,
      read: false,
    },
  ]);
  expect(await told(editor)).toEqual([]);
  await calls.done('PUT', 'manage', {
    as: owner,
    body: { id: proposal.id, decision: 'reject', reason: 'Twice' },
  });
  expect(await told(editor)).toMatchObject([
    {
      kind: 'rejected',
      sentence: 'toldowner rejected your proposal on the map "Untitled map"',
      excerpt: 'Twice',
      // There is no feature to lead to, so the proposal itself tells where it was.
      address: `/apps/collaborativemapper/map?id=${id}&proposal=${proposal.id}`,
    },
  ]);
  const several = await calls.done('POST', 'proposals', {
    as: editor,
    body: {
      type: 'changes',
      mapID: id,
      changes: [1, 2, 3].map((west) => ({
        feature_id: randomUUID(),
        base_revision: 0,
        patch: { kind: 'create', after: { geometry: square(west), properties: {} } },
      })),
    },
  });
  await calls.done('PUT', 'manage', {
    as: owner,
    body: { id: several.id, decision: 'accept', changes: [several.changes[0].id] },
  });
  expect((await told(editor))[0]).toMatchObject({
    kind: 'accepted',
    sentence: 'toldowner accepted 1 of the 3 changes that you proposed on the map "Untitled map"',
    address: `/apps/collaborativemapper/map?id=${id}&feature=${several.changes[0].feature_id}`,
  });
});

test('of a comment each is told once, and only who may read it', async () => {
  const id = await newMap(true);
  const proposal = await propose(id);
  await readAll(owner);
  const hello = await comment(viewer, id, 'Hello @toldowner');
  expect(await sentences(owner)).toEqual(['toldviewer mentions you on the map "Untitled map"']);
  expect((await told(owner))[0].address).toBe(
    `/apps/collaborativemapper/map?id=${id}&section=comments&comment=${hello.id}`,
  );
  // A viewer may not read what is said on proposals.
  await comment(owner, id, '@toldviewer and @toldeditor, please look', { proposalID: proposal.id });
  expect(await told(viewer)).toEqual([]);
  expect(await sentences(editor)).toEqual(['toldowner mentions you on the map "Untitled map"']);
  await readAll(editor);
  await comment(owner, id, 'Where is it?', { proposalID: proposal.id });
  expect(await sentences(editor)).toEqual(['toldowner commented on the map "Untitled map"']);
  // Nobody is told of what they did themselves.
  await readAll(owner);
  await comment(owner, id, 'I, @toldowner');
  expect(await told(owner)).toEqual([]);
});

test('what is gone, or may not be seen any more, is taken back', async () => {
  const id = await newMap();
  const proposal = await propose(id);
  const said = await comment(editor, id, 'A secret');
  expect(await told(owner)).toHaveLength(2);
  await calls.done('DELETE', `comments?id=${said.id}`, { as: editor });
  expect(await told(owner)).toHaveLength(1);
  await comment(owner, id, 'Also secret', { proposalID: proposal.id });
  expect(await told(editor)).toHaveLength(1);
  await calls.done('DELETE', 'map_users', { as: owner, body: { mapID: id, editorID: editor.id } });
  expect(await told(editor)).toEqual([]);
  // Who was removed is told nothing more, not even of an own proposal.
  await comment(owner, id, 'Now @toldeditor', { proposalID: proposal.id });
  await calls.done('PUT', 'manage', { as: owner, body: { id: proposal.id, decision: 'accept' } });
  expect(await told(editor)).toEqual([]);
  await calls.done('DELETE', `map_requests?id=${id}`, { as: owner });
  expect(await told(owner)).toEqual([]);
});

test('what one person is told, no other reads, marks or counts', async () => {
  const id = await newMap();
  await propose(id);
  const [own] = await told(owner);
  expect((await ask('PUT', '/read', editor, { ids: [own.id] })).body).toEqual({ unread: 0 });
  expect(await told(owner)).toHaveLength(1);
  expect((await ask('PUT', '/read', owner, { ids: [randomUUID()] })).body).toEqual({ unread: 1 });
  expect((await ask('PUT', '/read', owner, { ids: [own.id] })).body).toEqual({ unread: 0 });
  expect(await told(owner)).toEqual([]);
  expect((await ask('GET', '?limit=1', owner)).body).toMatchObject([{ id: own.id, read: true }]);
});

test.each([
  ['GET', '', undefined],
  ['PUT', '/read', {}],
  ['GET', '/preferences', undefined],
  ['PUT', '/preferences', { mail: 'off' }],
] as const)('a visitor is refused by %s %s', async (method, path, payload) => {
  expect(await ask(method, path, undefined, payload)).toMatchObject({
    status: 401,
    body: { code: 'not_authenticated' },
  });
});

test.each([
  ['/read', { ids: ['1'] }],
  ['/preferences', { mail: 'hourly' }],
])('PUT %s %j is refused with a sentence', async (path, payload) => {
  const reply = await ask('PUT', path, owner, payload);
  expect(reply).toMatchObject({ status: 400, body: { error: expect.stringMatching(/\.$/) } });
});

describe('by mail', () => {
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const mailStates = async ({ id }: TestAccount) => {
    const rows = await product.platform.database.orm
      .select({ mail: notification.mail })
      .from(notification)
      .where(eq(notification.accountId, id));
    return rows.map(({ mail }) => mail).sort();
  };

  test('at once, with a button of the mail program that ends it', async () => {
    const person = await product.registerAndLogin('mailowner');
    const { id } = await calls.createMap(person, { editors: [editor] });
    await propose(id, 'A spring');
    const mail = await product.waitForMail(person.email, /proposes a change/);
    expect(mail.text).toContain('> A spring');
    expect(mail.text).toContain(`/apps/collaborativemapper/map?id=${id}&proposal=`);
    const [link = ''] = /http\S+\/unsubscribe\?token=\S+/.exec(mail.text ?? '') ?? [];
    const header = (key: string) => mail.headers.find((each) => each.key === key)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const oneClick = header('list-unsubscribe').replace(/^<(.*)>$/, '$1');
    const token = new URL(link).searchParams.get('token');
    expect(new URL(oneClick).searchParams.get('token')).toBe(token);
    const path = `${new URL(oneClick).pathname}${new URL(oneClick).search}`;
    // To follow the link changes nothing: programs that check mails follow every link.
    const followed = await product.app.inject({ url: path });
    expect([followed.statusCode, followed.headers.location]).toEqual([
      302,
      `/unsubscribe?token=${token}`,
    ]);
    expect((await ask('GET', '/preferences', person)).body).toEqual({ mail: 'at once' });
    // RFC 8058, 3.1: a POST with this form, and nothing that says who sends it.
    const pressed = await product.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([pressed.statusCode, pressed.json()]).toEqual([200, { mail: 'off' }]);
    expect((await ask('GET', '/preferences', person)).body).toEqual({ mail: 'off' });
    await propose(id, 'Another spring');
    expect(await told(person)).toHaveLength(2);
    expect(await mailStates(person)).toEqual(['none', 'sent']);
  });

  test.each(['', '1', '1.', `1.${'A'.repeat(43)}`, `${'9'.repeat(12)}.${'A'.repeat(43)}`])(
    'the forged token %j unsubscribes nobody',
    async (token) => {
      const reply = await ask('POST', `/unsubscribe?token=${token}`);
      expect(reply).toMatchObject({ status: 404, body: { code: 'link_not_valid' } });
    },
  );

  test('the token of one account is no other’s', async () => {
    const person = await product.registerAndLogin('mailtwo');
    const { id } = await calls.createMap(person, { editors: [editor] });
    await propose(id);
    const mail = await product.waitForMail(person.email, /proposes a change/);
    const [, signature = ''] = /token=\d+\.([\w-]{43})/.exec(mail.text ?? '') ?? [];
    expect((await ask('POST', `/unsubscribe?token=${owner.id}.${signature}`)).status).toBe(404);
    expect((await ask('POST', `/unsubscribe?token=${person.id}.${signature}`)).status).toBe(200);
  });

  test('once a day: everything of the day in one mail, without what was read before', async () => {
    const person = await product.registerAndLogin('mailthree');
    await ask('PUT', '/preferences', person, { mail: 'daily' });
    const { id } = await calls.createMap(person, { editors: [editor] });
    for (const note of ['One', 'Two', 'Three']) await propose(id, note);
    const [last] = await told(person);
    await ask('PUT', '/read', person, { ids: [last.id] });
    await mailDue(product.platform, new Date());
    expect(await mailStates(person)).toEqual(['waiting', 'waiting', 'waiting']);
    await mailDue(product.platform, later(25));
    const mail = await product.waitForMail(person.email, /^2 news about your maps$/);
    expect(mail.text).toContain('> One');
    expect(mail.text).toContain('> Two');
    expect(mail.text).not.toContain('> Three');
    expect(await mailStates(person)).toEqual(['none', 'sent', 'sent']);
  });
});

test.each([
  ['2026-05-01T10:59:00Z', '2026-04-30T11:00:00.000Z'],
  ['2026-05-01T11:00:00Z', '2026-05-01T11:00:00.000Z'],
  ['2026-05-01T23:00:00Z', '2026-05-01T11:00:00.000Z'],
])('the daily mails of %s tell what was before %s', (now, expected) => {
  expect(digestMoment(new Date(now)).toISOString()).toBe(expected);
});

test('old notifications are removed', async () => {
  const id = await newMap();
  await propose(id);
  const day = 86_400_000;
  const { orm } = product.platform.database;
  await removeOldNotifications(orm, new Date(Date.now() + 89 * day));
  expect(await told(owner)).toHaveLength(1);
  await removeOldNotifications(orm, new Date(Date.now() + 91 * day));
  expect(await told(owner)).toEqual([]);
});

describe('the bell', () => {
  async function connect(token?: string) {
    const received: NotificationsServerMessage[] = [];
    const { promise: ended, resolve } = Promise.withResolvers<number>();
    const socket = await product.app.injectWS(
      '/api/notifications/live',
      {},
      {
        onInit(fresh) {
          fresh.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
          fresh.on('close', (code: number) => resolve(code));
        },
      },
    );
    if (token !== undefined) socket.send(JSON.stringify({ kind: 'hello', token }));
    return { received, ended, socket };
  }
  const tokenOf = ({ headers }: TestAccount) => headers.authorization.replace('JWT ', '');

  test('tells how many are unread, now and after each change, to that person alone', async () => {
    const id = await newMap();
    const ofOwner = await connect(tokenOf(owner));
    const ofEditor = await connect(tokenOf(editor));
    await expect.poll(() => ofOwner.received).toEqual([{ kind: 'unread', unread: 0 }]);
    await expect.poll(() => ofEditor.received).toHaveLength(1);
    await propose(id);
    await expect.poll(() => ofOwner.received.at(-1)).toEqual({ kind: 'unread', unread: 1 });
    await readAll(owner);
    await expect.poll(() => ofOwner.received.at(-1)).toEqual({ kind: 'unread', unread: 0 });
    expect(ofEditor.received).toHaveLength(1);
    for (const { socket } of [ofOwner, ofEditor]) socket.terminate();
  });

  test.each([
    ['a forged log-in', { kind: 'hello', token: 'a.b.c' }, 4401],
    ['a message before the first', { kind: 'ping' }, 4401],
    ['an unknown kind', { kind: 'shout' }, 4400],
  ])('%s ends the connection', async (_, message, code) => {
    const { socket, ended } = await connect();
    socket.send(JSON.stringify(message));
    expect(await ended).toBe(code);
  });

  test('logging out ends it', async () => {
    const person = await product.registerAndLogin('bellleaver');
    const { received, ended } = await connect(tokenOf(person));
    await expect.poll(() => received).toHaveLength(1);
    const { headers } = person;
    await product.app.inject({ method: 'POST', url: '/api/accounts/logout', headers });
    expect(await ended).toBe(4401);
  });
});

test('an account’s export has what it was told, and with an account goes what it caused', async () => {
  const person = await product.registerAndLogin('toldleaver');
  const { id } = await calls.createMap(owner, { editors: [person] });
  await readAll(owner);
  await comment(person, id, 'From one who leaves');
  expect(await told(owner)).toHaveLength(1);
  await comment(owner, id, 'Hello @toldleaver');
  const exported = await product.app.inject({
    url: '/api/accounts/export',
    headers: person.headers,
  });
  expect(exported.json()).toMatchObject({
    account: { notification_mail: 'at once' },
    notifications: [{ kind: 'invitation' }, { kind: 'mention', excerpt: 'Hello @toldleaver' }],
  });
  const deleted = await product.app.inject({
    method: 'DELETE',
    url: '/api/accounts/useraccount',
    headers: person.headers,
    payload: { password: 'Correct-Horse-7' },
  });
  expect(deleted.statusCode).toBe(200);
  expect(await told(owner)).toEqual([]);
  const left = await product.platform.database.orm.$count(
    notification,
    eq(notification.accountId, person.id),
  );
  expect(left).toBe(0);
});
