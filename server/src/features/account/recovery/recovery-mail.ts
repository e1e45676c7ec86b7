import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { AccountContext } from '../context.ts';
import { CountedTries } from '../counted-tries.ts';
import { findById } from '../queries.ts';
import { isLinkDue } from '../token-queries.ts';

/** A request for a recovery mail, whether or not the address is known. */
interface RecoveryJob {
  /** Null for an unknown address, for which nothing is done. */
  readonly accountId: number | null;
  readonly wants: 'password' | 'username';
}

/** The longest random delay of a mail, so that making it does not slow the next request measurably. */
const maxDelayMilliseconds = 500;

/** The pauses between mails with a username are like those between links, which can be counted. */
const usernamePause = { free: 2, firstMilliseconds: 120_000, mostMilliseconds: 3_600_000 };

/**
 * Declares the queue of forgotten passwords and usernames. Links and mails are made here and not
 * during the request, which does the same work for known and unknown addresses. So neither its
 * answer nor its duration reveals which addresses are known. Anybody can ask for these mails, so they
 * come with pauses; a request within a pause is answered like any other, and an earlier mail serves.
 */
export function defineRecoveryQueue({ platform, mails }: AccountContext): Queue<RecoveryJob> {
  const { database, jobs } = platform;
  const usernameMails = new CountedTries(usernamePause.mostMilliseconds);
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
        const wanted = account.activatedAt === null ? 'activation' : wants;
        const key = String(accountId);
        switch (wanted) {
          case 'activation':
            if (!(await isLinkDue(transaction, accountId, 'activation'))) return;
            return await mails.activation(transaction, account);
          case 'password':
            if (!(await isLinkDue(transaction, accountId, 'reset'))) return;
            return await mails.passwordReset(transaction, account);
          case 'username':
            if (usernameMails.waitFor(key, usernamePause) > 0) return;
            await mails.username(transaction, account);
            usernameMails.begin(key)(true);
        }
      });
    },
  );
}
