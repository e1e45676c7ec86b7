import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../database/database.ts';
import { type JobAttempt, JobPostponed } from '../jobs/attempt.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Keys } from '../session/keys.ts';
import { judgeMailFault } from './fault.ts';
import type { MailMessage } from './message.ts';
import {
  findMail,
  insertMail,
  listMail,
  noteFailure,
  removeMail,
  reviveFailed,
} from './queries.ts';
import { sealMessage, unsealMessage } from './seal.ts';
import { createHandOver } from './transport.ts';

/** A message that was not handed over yet, as an administrator sees it. */
export interface UndeliveredMail {
  readonly id: string;
  /** Undefined, as the subject is, when the message was sealed with another secret key. */
  readonly to: string | undefined;
  readonly subject: string | undefined;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Null while there will be another attempt. */
  readonly failedAt: Date | null;
}

export interface Mailer {
  /**
   * Leaves a message to be sent; it goes out, with retries, once the transaction is committed.
   * @param transaction the message comes to be with the rest of it, or not at all
   */
  send(message: MailMessage, transaction?: Queryable): Promise<void>;
  /** What was not handed over, the oldest first. */
  listUndelivered(): Promise<UndeliveredMail[]>;
  /**
   * Tries everything that waits now, and once more what was given up.
   * @returns how many had been given up
   */
  retry(): Promise<number>;
  /** Forgets a message that was not handed over. @returns whether there was one */
  discard(id: string): Promise<boolean>;
}

/** The message itself stays in its own row, which goes as soon as it is handed over. */
interface MailJob {
  readonly mailId: string;
}

/** From 10 seconds, doubling up to 10 minutes: about four days in all, as mail servers do it. */
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
    // An attempt that was cut off after the server had taken it, or an administrator's decision.
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
    // The server is back: what waits for it need not wait longer.
    if (attempt > 1) await queue.hurry();
  }

  const queue = jobs.define<MailJob>(
    'mail',
    { concurrency, ...retries, expireSeconds: 600 },
    deliver,
  );

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
      await queue.hurry();
      return revived.length;
    },
    discard: (id) => removeMail(orm, id),
  };
}
