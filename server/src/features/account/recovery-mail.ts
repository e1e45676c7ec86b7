import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AccountContext } from './context.ts';
import { findById } from './queries.ts';

/** Somebody's wish to be mailed, known here or not. */
export interface RecoveryJob {
  /** Null for an address that nobody has: there is nothing to do then. */
  readonly accountId: number | null;
  readonly wants: 'password' | 'username';
}

/** Mail is made up to this long after the answer: who asks next must not feel the work either. */
const maxDelayMilliseconds = 500;

/**
 * Declares the queue of forgotten passwords and usernames. Links and mails are made here and not in
 * the call that asks, which does the same work whether the address is known or not: neither its
 * answer nor its time tells.
 */
export function defineRecoveryQueue({ platform, mails }: AccountContext): Queue<RecoveryJob> {
  const { database, jobs } = platform;
  return jobs.define<RecoveryJob>(
    'recovery',
    { concurrency: 1, retries: 8, retryDelaySeconds: 5, expireSeconds: 60 },
    async ({ data: { accountId, wants }, signal }) => {
      if (accountId === null) return;
      await sleep(Math.random() * maxDelayMilliseconds, undefined, { signal });
      await database.orm.transaction(async (transaction) => {
        const account = await findById(transaction, accountId);
        if (!account) return;
        // Whoever is not activated needs that link first; it names the account too.
        if (account.activatedAt === null) await mails.activation(transaction, account);
        else if (wants === 'password') await mails.passwordReset(transaction, account);
        else await mails.username(transaction, account);
      });
    },
  );
}
