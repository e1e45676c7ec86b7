import type { ProfileUpdate } from '@refugia/contract/account/profile.ts';
import { messages } from '@refugia/contract/messages.ts';
import { lockAccount, type Transaction } from '../../../platform/database/database.ts';
import { notAuthenticated } from '../../../platform/http/failure.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { AccountContext } from '../context.ts';
import { takenFailure } from '../failures.ts';
import { changeAccount, releaseUnconfirmed, type TakenField, takenFieldOf } from '../queries.ts';
import { deleteTokens } from '../token-queries.ts';
import { removeLeftPhotos } from './photo-store.ts';

function isSame(first: string | null, second: string): boolean {
  return first?.toLowerCase() === second.toLowerCase();
}

/** Whether an update changes the address, so that it has to be confirmed. */
export function changesEmail(account: Account, update: ProfileUpdate): boolean {
  return !isSame(account.email, update.email) && !isSame(account.formerEmail, update.email);
}

function failureOf(field: TakenField) {
  return field === 'username'
    ? takenFailure(field, messages.profile.usernameAlreadyTaken)
    : takenFailure(field);
}

/** The columns that depend on the address: the confirmed one again, or a new one to confirm. */
function emailColumns(account: Account, { email }: ProfileUpdate) {
  if (isSame(account.email, email)) return { email };
  if (isSame(account.formerEmail, email)) {
    return { email, formerEmail: null, emailChangedAt: null };
  }
  const formerEmail = account.formerEmail ?? account.email;
  return { email, formerEmail, emailChangedAt: new Date() };
}

/** @throws {ApiFailure} 409 for a name or an address that somebody else has */
async function requireFree(
  { isTaken }: AccountContext,
  transaction: Transaction,
  change: { account: Account; update: ProfileUpdate },
): Promise<void> {
  const { account, update } = change;
  for (const field of ['username', 'email'] as const) {
    const value = update[field];
    if (isSame(account[field], value)) continue;
    if (await isTaken(transaction, field, value, account.id)) throw failureOf(field);
  }
}

/**
 * Replaces a profile by what its owner wrote.
 * @param account as it was when its token was read
 * @returns the account as it is now
 * @throws {ApiFailure} 401 when its sessions have ended since; 409 for a name or an address that
 *   somebody else has
 */
export async function updateProfile(
  context: AccountContext,
  account: Account,
  update: ProfileUpdate,
): Promise<Account> {
  const { platform, orm } = context;
  try {
    const { before, after } = await orm.transaction((transaction) =>
      replace(context, transaction, { account, update }),
    );
    if (before.photo !== after.photo) await removeLeftPhotos(platform);
    return after;
  } catch (error) {
    const field = takenFieldOf(error);
    throw field ? failureOf(field) : error;
  }
}

async function replace(
  context: AccountContext,
  transaction: Transaction,
  { account, update }: { account: Account; update: ProfileUpdate },
): Promise<{ before: Account; after: Account }> {
  await releaseUnconfirmed(transaction);
  const before = await lockAccount(transaction, account.id);
  if (before?.sessionVersion !== account.sessionVersion) throw notAuthenticated();
  await requireFree(context, transaction, { account: before, update });

  const isRenamed = before.username !== update.username;
  const after = await changeAccount(transaction, before.id, {
    username: update.username,
    firstName: update.first_name,
    lastName: update.last_name,
    organization: update.organization,
    bio: update.bio,
    emailSubscribed: update.email_subscribed,
    ...(update.area_units !== undefined && { areaUnits: update.area_units }),
    ...(update.photo === null && { photo: null }),
    ...emailColumns(before, update),
    ...(isRenamed && { sessionVersion: before.sessionVersion + 1 }),
  });
  if (!after) throw notAuthenticated();
  // Reset links contain the name, and other links belong to the address that was to be confirmed.
  if (isRenamed) await deleteTokens(transaction, after.id, ['reset']);
  if (!isSame(before.email, after.email)) await deleteTokens(transaction, after.id, ['email']);
  if (changesEmail(before, update)) await context.mails.emailChanged(transaction, after);
  return { before, after };
}
