import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { AccountContext } from '../context.ts';
import { findById } from '../queries.ts';

/** A request for a recovery mail, whether or not the address is known. */
export interface RecoveryJob {
  /** Null for an unknown address, for which nothing is done. */
  readonly accountId: number | null;
  readonly wants: 'password' | 'username';
}

/**
 * The longest random delay of a mail after the answer, so that the work on it does not slow the
 * next request measurably.
 */
const maxDelayMilliseconds = 500;

/**
 * Declares the queue of forgotten passwords and usernames. Links and mails are made here and not
 * during the request, which does the same work for known and unknown addresses. So neither its
 * answer nor its duration reveals which addresses are known.
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
        // An account that is not activated needs its activation link first, and that mail contains
        // the username.
        if (account.activatedAt === null) await mails.activation(transaction, account);
        else if (wants === 'password') await mails.passwordReset(transaction, account);
        else await mails.username(transaction, account);
      });
    },
  );
}
