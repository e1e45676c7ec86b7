import { limits } from '@refugia/contract/limits.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import {
  createTestApp,
  freshAddress,
  profileCalls,
  type TestAccount,
  type TestApp,
  testPassword,
} from '../../../../testing/test-app.ts';
import { mapInvitation } from '../../../platform/database/schema/index.ts';
import { removeEndedInvitations } from './invitation-queries.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let mapID: number;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('hostess');
});
afterAll(() => product.close());

const orm = () => product.platform.database.orm;
const newMap = async () => {
  mapID = (await calls.createMap(owner)).id;
};
const invite = (body: object, as = owner) =>
  calls.call('POST', 'invitations', { as, body: { mapID, ...body } });
const waiting = () => calls.done('GET', `invitations?id=${mapID}`, { as: owner });
const accept = (token: string, as?: TestAccount) =>
  calls.call('POST', 'invitations/accept', { as, body: { token } });
const look = (token: string) => calls.call('GET', `invitations/mailed?token=${token}`);
const members = async () =>
  (await calls.done('GET', `map_users?id=${mapID}&type=collaborators`, { as: owner }))
    .collaborators;
const told = async (as: TestAccount) =>
  (await product.app.inject({ url: '/api/notifications', headers: as.headers }))
    .json()
    .map(({ sentence }: { sentence: string }) => sentence);

/** The token in the invitation that was mailed to an address last. */
async function mailedToken(to: string): Promise<string> {
  const mail = await product.waitForMail(to, /^Invitation to the map/);
  const [, token = ''] = /\/invitations\/([\w-]+)/.exec(mail.text ?? '') ?? [];
  expect(token).toMatch(/^[\w-]{43}$/);
  return token;
}

/** Signs up, and follows the mailed link. @returns the reply to the activation */
async function signUp(username: string, email: string) {
  const remoteAddress = freshAddress();
  const post = (url: string, payload: object) =>
    product.app.inject({ method: 'POST', url, payload, remoteAddress });
  const names = { first_name: 'Given', last_name: 'Family', username, email };
  await post('/api/accounts/register', {
    ...names,
    password: testPassword,
    password2: testPassword,
  });
  const mail = await product.waitForMail(email, /Activate/);
  const link = new URL(/https?:\S*activate\S*/.exec(mail.text ?? '')?.[0] ?? '');
  return (await post('/api/accounts/activate', Object.fromEntries(link.searchParams))).json();
}

test('a username is added at once and told by the bell, with the role', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_one');
  expect((await invite({ username: 'Guest_One', role: 'reviewer' })).body).toMatchObject({
    collaborator: { username: 'guest_one', role: 'reviewer' },
  });
  expect(await told(guest)).toEqual(['hostess invites you to the map "Untitled map"']);
  // A changed role is no second invitation.
  await invite({ username: 'guest_one', role: 'viewer' });
  expect(await told(guest)).toHaveLength(1);
  expect(await members()).toMatchObject([{ username: 'guest_one', role: 'viewer' }]);
  expect((await invite({ username: 'nobody_here' })).body.code).toBe('user_not_found');
  for (const body of [{}, { username: 'guest_one', email: 'a@example.org' }]) {
    expect(await invite(body)).toMatchObject({
      status: 400,
      body: { fields: { username: expect.stringMatching(/either/) } },
    });
  }
  expect((await invite({ email: 'not an address' })).status).toBe(400);
  expect((await invite({ email: owner.email })).body.code).toBe('is_owner');
});

test('an invitation waits for a sign-up with its address, which gives the role and opens the map', async () => {
  await newMap();
  const { invitation } = (await invite({ email: 'Newcomer@example.org', role: 'viewer' })).body;
  expect(await waiting()).toEqual([invitation]);
  expect(invitation).toMatchObject({
    email: 'Newcomer@example.org',
    role: 'viewer',
    is_expired: false,
  });
  const days = (Date.parse(invitation.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(limits.collaborativeMapper.invitationDays, 1);
  const opens = `/apps/collaborativemapper/map?id=${mapID}`;
  expect(await signUp('newcomer', 'newcomer@example.org')).toEqual({
    username: 'newcomer',
    opens,
  });
  expect(await waiting()).toEqual([]);
  expect(await members()).toMatchObject([{ username: 'newcomer', role: 'viewer' }]);
  expect(await told(owner)).toContain(
    'newcomer accepted your invitation to the map "Untitled map"',
  );
  // The address is not needed any more.
  const rows = await orm().select().from(mapInvitation).where(eq(mapInvitation.mapId, mapID));
  expect(rows).toMatchObject([{ status: 'accepted', address: null }]);
  expect(await signUp('stranger_one', 'other@example.org')).toMatchObject({ opens: null });
});

test('the link tells what it is, and gives the role to an account with the address alone', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_two');
  const other = await product.registerAndLogin('guest_three');
  // The answer is the same for an address with an account as for one without.
  const known = (await invite({ email: guest.email, role: 'editor' })).body.invitation;
  const unknown = (await invite({ email: 'unknown@example.org' })).body.invitation;
  expect(Object.keys(known)).toEqual(Object.keys(unknown));
  expect(await members()).toEqual([]);
  const token = await mailedToken(guest.email);
  expect((await look(token)).body).toMatchObject({
    map: 'Untitled map',
    inviter: 'hostess',
    role: 'editor',
  });
  expect((await accept(token)).status).toBe(401);
  expect((await accept(token, other)).body.code).toBe('other_address');
  expect((await accept(token, guest)).body).toEqual({ mapID, map: 'Untitled map', role: 'editor' });
  expect(await members()).toMatchObject([{ username: 'guest_two', role: 'editor' }]);

  // The link works once; who is on the map is led there by it again.
  expect((await look(token)).body.code).toBe('invitation_used');
  expect((await accept(token, guest)).status).toBe(200);
  expect(await accept(token, other)).toMatchObject({
    status: 410,
    body: { code: 'invitation_used' },
  });
  await calls.done('DELETE', 'map_users', { as: owner, body: { mapID, editorID: guest.id } });
  expect((await accept(token, guest)).body.code).toBe('invitation_used');
  expect(await members()).toEqual([]);
});

test('an invitation lowers no role, and is accepted once however often it is asked', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_four');
  await invite({ username: guest.username, role: 'reviewer' });
  await invite({ email: guest.email, role: 'viewer' });
  const token = await mailedToken(guest.email);
  const replies = await Promise.all([1, 2, 3].map(() => accept(token, guest)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await members()).toMatchObject([{ username: 'guest_four', role: 'reviewer' }]);
  const accepted = (await told(owner)).filter((each: string) => each.startsWith('guest_four'));
  expect(accepted).toHaveLength(1);
});

test('an invitation expires, is sent again with a new link, and is withdrawn', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_five');
  const { invitation } = (await invite({ email: guest.email })).body;
  const expired = await mailedToken(guest.email);
  const past = new Date(Date.now() - 1000);
  await orm().update(mapInvitation).set({ expiresAt: past }).where(eq(mapInvitation.mapId, mapID));
  expect(await waiting()).toMatchObject([{ id: invitation.id, is_expired: true }]);
  for (const reply of [await look(expired), await accept(expired, guest)]) {
    expect(reply).toMatchObject({ status: 410, body: { code: 'invitation_expired' } });
  }

  expect(
    (await invite({ email: guest.email.replace('guest', 'Guest'), role: 'viewer' })).body,
  ).toMatchObject({
    invitation: { id: invitation.id, role: 'viewer', is_expired: false },
  });
  const renewed = await mailedToken(guest.email.replace('guest', 'Guest'));
  expect((await accept(expired, guest)).body.code).toBe('invitation_not_found');
  expect((await look(renewed)).status).toBe(200);

  await calls.done('DELETE', `invitations/${invitation.id}`, { as: owner });
  expect(await waiting()).toEqual([]);
  expect(await accept(renewed, guest)).toMatchObject({
    status: 410,
    body: { code: 'invitation_withdrawn', error: expect.stringMatching(/withdrawn/) },
  });
  const again = await calls.call('DELETE', `invitations/${invitation.id}`, { as: owner });
  expect(again.status).toBe(404);
  // Without a log-in, an id that is known reads like one that is not.
  for (const id of [invitation.id, '00000000-0000-4000-8000-000000000000']) {
    expect((await calls.call('DELETE', `invitations/${id}`)).status).toBe(401);
  }

  await removeEndedInvitations(orm(), new Date(Date.now() + 6 * 86_400_000));
  expect((await look(renewed)).body.code).toBe('invitation_withdrawn');
  await removeEndedInvitations(orm(), new Date(Date.now() + 8 * 86_400_000));
  expect((await look(renewed)).body.code).toBe('invitation_not_found');
});

test('a deleted map opens to nobody by its invitations', async () => {
  await newMap();
  await invite({ email: 'late@example.org' });
  const token = await mailedToken('late@example.org');
  await calls.done('DELETE', `map_requests?id=${mapID}`, { as: owner });
  expect((await look(token)).body.code).toBe('invitation_withdrawn');
  expect(await signUp('latecomer', 'late@example.org')).toMatchObject({ opens: null });
});

test('a confirmed change of address accepts what waits for the new one', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_six');
  const email = 'guest.six.now@example.org';
  await invite({ email });
  const token = await mailedToken(email);
  const profile = await profileCalls(() => product).change(guest, { email });
  expect(profile.statusCode).toBe(200);
  // An address that is not confirmed opens nothing.
  expect((await accept(token, guest)).body.code).toBe('other_address');
  const mail = await product.waitForMail(email, /Confirm/);
  const link = new URL(/https?:\S*accounts\/email\S*/.exec(mail.text ?? '')?.[0] ?? '');
  await product.app.inject({
    method: 'POST',
    url: '/api/accounts/confirm_email',
    payload: Object.fromEntries(link.searchParams),
  });
  expect(await members()).toMatchObject([{ username: 'guest_six', role: 'editor' }]);
});

test('mails with invitations are limited, for who invites and for who is invited', async () => {
  await newMap();
  const body = { email: 'busy@example.org' };
  const { invitationsPerHourPerRecipient } = limits.rate;
  for (let sent = 0; sent < invitationsPerHourPerRecipient; sent++) {
    expect((await invite(body)).status).toBe(200);
  }
  expect(await invite(body)).toMatchObject({ status: 429, headers: { 'retry-after': /\d/ } });
  expect((await invite({ email: 'BUSY@example.org' })).status).toBe(429);
  const rates = { ...limits.rate, invitationsPerHourPerAccount: 1 };
  const strict = await createTestApp({ config: { rateLimits: rates } });
  try {
    const inviter = await strict.registerAndLogin('eager');
    const strictCalls = mapCallsOf(strict);
    const { id } = await strictCalls.createMap(inviter);
    const statuses: number[] = [];
    for (const name of ['one', 'two']) {
      const given = { mapID: id, email: `${name}@example.org` };
      const reply = await strictCalls.call('POST', 'invitations', { as: inviter, body: given });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 429]);
  } finally {
    await strict.close();
  }
});

test('invitations are part of what an account takes along, and are erased with it', async () => {
  await newMap();
  const guest = await product.registerAndLogin('guest_seven');
  await invite({ email: guest.email });
  const exported = async (as: TestAccount) =>
    (await product.app.inject({ url: '/api/accounts/export', headers: as.headers }))
      .json()
      .work_on_maps.filter(
        (each: { kind: string; mapId: number }) =>
          each.kind === 'invitation' && each.mapId === mapID,
      );
  expect(await exported(owner)).toMatchObject([{ direction: 'sent', address: guest.email }]);
  expect(await exported(guest)).toMatchObject([{ direction: 'received', address: guest.email }]);
  const erase = (as: TestAccount) =>
    product.platform.database.pool.query('DELETE FROM account WHERE id = $1', [as.id]);
  await erase(guest);
  expect(await waiting()).toEqual([]);
  await invite({ email: 'again@example.org' });
  await erase(owner);
  expect(await orm().$count(mapInvitation, eq(mapInvitation.mapId, mapID))).toBe(0);
});
