import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import type { ProfileUpdate } from '@refugia/contract/account/profile.ts';
import { callApi, session } from './session.ts';
import { currentAccountPath } from './session-store.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs tasks one after the other. The call takes every field of a profile, so each change has to
 * start from the result of the one before.
 */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task);
  last = result.catch(() => {});
  return result;
}

function send(change: Partial<ProfileUpdate>): Promise<CurrentAccount> {
  const { account } = session.getState();
  if (account === null) throw new Error('Nobody is logged in whose profile could be changed.');
  const { username, first_name, last_name, email, organization, bio, email_subscribed } = account;
  const kept: ProfileUpdate = {
    username,
    first_name,
    last_name,
    email,
    organization,
    bio,
    email_subscribed,
  };
  return callApi<CurrentAccount>(currentAccountPath, {
    method: 'PUT',
    body: { ...kept, ...change },
  });
}

/** Saves a change of one's own profile and shows it everywhere. */
export function saveProfile(change: Partial<ProfileUpdate>): Promise<void> {
  return inTurn(async () => session.replaceAccount(await send(change)));
}

/**
 * Saves another username. The session ends with the old name, and until then the screen stays as it
 * is.
 */
export async function saveUsername(username: string): Promise<void> {
  await inTurn(() => send({ username }));
}
