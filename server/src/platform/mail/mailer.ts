import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type JobAttempt, JobPostponed } from '../jobs/queue.ts';
import type { Keys } from '../session/keys.ts';
import type { MailMessage } from './message.ts';
import {
  findMail,
  insertMail,
  listMail,
  noteFailure,
  removeMail,
  reviveFailed,
  type StoredMail,
} from './queries.ts';
import { createHandOver, judgeMailFault } from './transport.ts';

/** Encrypts a message for the database, where nobody may read its links. */
async function sealMessage(message: MailMessage, key: Uint8Array): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  return await new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

/** @returns undefined when it was sealed with another key */
async function unsealMessage(sealed: string, key: Uint8Array): Promise<MailMessage | undefined> {
  const opened = await compactDecrypt(sealed, key).catch(() => undefined);
  return opened && JSON.parse(new TextDecoder().decode(opened.plaintext));
}

/**
 * A message that was not handed over yet, as an administrator sees it. Recipient and subject are
 * undefined when it was sealed with another secret key.
 */
export type UndeliveredMail = Omit<StoredMail, 'sealed'> & {
  readonly to: string | undefined;
  readonly subject: string | undefined;
};

export interface Mailer {
  /**
   * Queues a message. It is sent, with retries, once the transaction is committed.
   * @param transaction the message is queued when it commits, and only then
   */
  send(message: MailMessage, transaction?: Queryable): Promise<void>;
  listUndelivered(): Promise<UndeliveredMail[]>;
  /** Retries all waiting messages now. Returns how many of them had been given up. */
  retry(): Promise<number>;
  /** Discards a message that was not delivered. Returns whether there was one. */
  discard(id: string): Promise<boolean>;
}

/** The job holds only the id. The message is in a row of its own, which is deleted on delivery. */
interface MailJob {
  readonly mailId: string;
}

/** From 10 seconds, doubling up to 10 minutes, for about four days, as is usual for mail servers. */
const retries = { retries: 580, retryDelaySeconds: 10, retryDelayMaxSeconds: 600 };

/** Mails that one process hands over at once, so that one slow delivery does not hold up the rest. */
const concurrency = 3;

/**
 * Delivers mail by jobs. A message is in the database until the mail server has taken it: whatever
 * breaks in between, it is tried again, under the same Message-ID.
 * @param options.outbox the folder where mail is kept when there is no mail server
 */
export function createMailer(
  { jobs, database, keys, log }: { jobs: Jobs; database: Database; keys: Keys; log: Logger },
  options: { config: Config; outbox: string },
): Mailer {
  const { orm } = database;
  const handOver = createHandOver(options.config, options.outbox);

  async function giveUp(mailId: string, reason: string): Promise<void> {
    await noteFailure(orm, mailId, { reason, isFinal: true });
    log.error({ mail: mailId, reason }, 'mail not delivered: "npm run admin -- mail" lists it');
  }

  async function deliver({ data, attempt, isLastAttempt }: JobAttempt<MailJob>): Promise<void> {
    const { mailId } = data;
    const stored = await findMail(orm, mailId);
    // The row is missing if an earlier attempt was interrupted after the delivery, or if an
    // administrator discarded the message.
    if (!stored) return;
    const message = await unsealMessage(stored.sealed, keys.mail);
    if (!message) return await giveUp(mailId, 'it was sealed with another SECRET_KEY');
    try {
      await handOver(message, mailId);
    } catch (error) {
      const { reason, isPermanent } = judgeMailFault(error as Error);
      if (isPermanent || isLastAttempt) return await giveUp(mailId, reason);
      await noteFailure(orm, mailId, { reason, isFinal: false });
      throw new JobPostponed(`mail waits: ${reason}`);
    }
    await removeMail(orm, mailId);
    // The mail server works again, so the other messages need not wait for their next retry.
    if (attempt > 1) await queue.retryNow();
  }

  const queueOptions = { concurrency, ...retries, expireSeconds: 600 };
  const queue = jobs.define<MailJob>('mail', queueOptions, deliver);

  async function store(message: MailMessage, transaction: Queryable): Promise<void> {
    const mailId = await insertMail(transaction, await sealMessage(message, keys.mail));
    await queue.enqueue({ mailId }, { transaction });
  }

  return {
    async send(message, transaction) {
      if (transaction) await store(message, transaction);
      else await orm.transaction((own) => store(message, own));
    },
    async listUndelivered() {
      const stored = await listMail(orm);
      return await Promise.all(
        stored.map(async ({ sealed, ...rest }) => {
          const message = await unsealMessage(sealed, keys.mail);
          return { ...rest, to: message?.to, subject: message?.subject };
        }),
      );
    },
    async retry() {
      const revived = await orm.transaction(async (transaction) => {
        const ids = await reviveFailed(transaction);
        for (const mailId of ids) await queue.enqueue({ mailId }, { transaction });
        return ids;
      });
      await queue.retryNow();
      return revived.length;
    },
    discard: (id) => removeMail(orm, id),
  };
}
