import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import type { Config } from '../config.ts';
import type { Queryable } from '../database/database.ts';
import type { JobAttempt, Jobs } from '../jobs/jobs.ts';
import type { Keys } from '../session/keys.ts';

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
}

export interface Mailer {
  /**
   * Leaves a message to be sent; it goes out, with retries, once the transaction is committed.
   * @param transaction the message comes to be with the rest of it, or not at all
   */
  send(message: MailMessage, transaction?: Queryable): Promise<void>;
}

interface MailJob {
  /** The message, encrypted: its links open accounts, and the database must not hold them in clear. */
  readonly sealed: string;
}

async function seal(message: MailMessage, key: Uint8Array): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  return await new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

async function unseal(sealed: string, key: Uint8Array): Promise<MailMessage> {
  const { plaintext } = await compactDecrypt(sealed, key);
  return JSON.parse(new TextDecoder().decode(plaintext));
}

/** Writes the message as a file that any mail program opens; a repeated attempt writes the same file. */
async function keepInOutbox(mail: Mail.Options, id: string, outbox: string): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(mail);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const file = join(outbox, `${id}.eml`);
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/**
 * @param options.outbox the folder where mail is kept when there is no mail server
 */
export function createMailer(
  jobs: Jobs,
  keys: Keys,
  options: { config: Config; outbox: string },
): Mailer {
  const { config, outbox } = options;
  const transport = config.smtpUrl === undefined ? undefined : createTransport(config.smtpUrl);
  const domain = new URL(config.publicUrl).hostname;

  async function deliver({ id, data }: JobAttempt<MailJob>): Promise<void> {
    const message = await unseal(data.sealed, keys.mail);
    const mail: Mail.Options = {
      ...message,
      from: { name: config.brandName, address: config.supportEmail },
      messageId: `<${id}@${domain}>`,
    };
    if (transport) await transport.sendMail(mail);
    else await keepInOutbox(mail, id, outbox);
  }

  const queue = jobs.define<MailJob>(
    'mail',
    { concurrency: 1, retries: 8, retryDelaySeconds: 30, expireSeconds: 120 },
    deliver,
  );
  return {
    async send(message, transaction) {
      await queue.enqueue(
        { sealed: await seal(message, keys.mail) },
        transaction && { transaction },
      );
    },
  };
}
