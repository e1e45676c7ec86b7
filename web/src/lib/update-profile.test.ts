import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from './session.ts';
import { saveProfile, saveUsername } from './update-profile.ts';

const account: CurrentAccount = {
  id: 1,
  username: 'field_one',
  email: 'one@example.org',
  email_verified: true,
  first_name: 'Field',
  last_name: 'One',
  organization: '',
  bio: '',
  photo: '/media/photos/a.webp',
  email_subscribed: false,
  area_units: null,
  anonymous: false,
  is_app_tester: false,
};

/** A server that stores what it is sent, and answers after a pause. */
function keepingServer() {
  const sent: Record<string, unknown>[] = [];
  let kept = account;
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const update = JSON.parse(body);
    sent.push(update);
    kept = { ...kept, ...update };
    const reply = JSON.stringify(kept);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return new Response(reply);
  });
  session.replaceAccount(account);
  return sent;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('every field is sent, but the photo, which has a call of its own', async () => {
  const sent = keepingServer();
  await saveProfile({ bio: 'Rails.' });
  expect(sent).toEqual([
    {
      username: 'field_one',
      email: 'one@example.org',
      first_name: 'Field',
      last_name: 'One',
      organization: '',
      bio: 'Rails.',
      email_subscribed: false,
    },
  ]);
  expect(session.getState().account?.bio).toBe('Rails.');
});

test('of two changes at once, the second does not undo the first', async () => {
  const sent = keepingServer();
  await Promise.all([saveProfile({ bio: 'Rails.' }), saveProfile({ organization: 'Marsh' })]);
  expect(sent[1]).toMatchObject({ bio: 'Rails.', organization: 'Marsh' });
  expect(session.getState().account).toMatchObject({ bio: 'Rails.', organization: 'Marsh' });
});

test('a change that fails holds up none of those after it', async () => {
  const sent = keepingServer();
  const working = globalThis.fetch;
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(saveProfile({ bio: 'Lost.' })).rejects.toThrow();
  vi.stubGlobal('fetch', working);
  await saveProfile({ organization: 'Marsh' });
  expect(sent).toMatchObject([{ bio: '', organization: 'Marsh' }]);
});

test('a new username is not taken over: the session ends with the old one', async () => {
  const sent = keepingServer();
  await saveUsername('field_two');
  expect(sent).toMatchObject([{ username: 'field_two' }]);
  expect(session.getState().account?.username).toBe('field_one');
});
