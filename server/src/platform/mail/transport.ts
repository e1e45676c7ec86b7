import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import { type Config, isLoopbackHost } from '../config.ts';
import { type MailBrand, type MailMessage, renderMailHtml, renderMailText } from './message.ts';

/** Delivers a message to the mail server or to the outbox. */
export type HandOver = (message: MailMessage, id: string) => Promise<void>;

/** A mail server that is silent for this long counts as unreachable. */
const silenceMilliseconds = {
  dnsTimeout: 10_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};

/** Settings of the connection. Settings in the query of SMTP_URL take precedence. */
function createSmtpTransport(smtpUrl: string) {
  const { username, hostname } = new URL(smtpUrl);
  // A password must not be sent unencrypted, so a remote server without TLS is refused.
  const requireTLS = username !== '' && !isLoopbackHost(hostname);
  return createTransport({ ...silenceMilliseconds, requireTLS, url: smtpUrl });
}

/** Writes the message as a file that any mail program opens; a repeated attempt writes the same file. */
async function keepInOutbox(mail: Mail.Options, id: string, outbox: string): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(mail);
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const file = join(outbox, `${id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/**
 * Creates the function that delivers messages to the mail server, or to the outbox if there is
 * none.
 * @param outbox the folder where mail is kept when there is no mail server
 */
export function createHandOver(config: Config, outbox: string): HandOver {
  const { brandName, supportEmail, publicUrl, smtpUrl } = config;
  const transport = smtpUrl === undefined ? undefined : createSmtpTransport(smtpUrl);
  const domain = new URL(publicUrl).hostname;
  const brand: MailBrand = { name: brandName, url: publicUrl, supportEmail };

  return async (message, id) => {
    const mail: Mail.Options = {
      to: { name: '', address: message.to },
      from: { name: brandName, address: supportEmail },
      ...(message.replyTo && { replyTo: { ...message.replyTo } }),
      subject: message.subject,
      text: renderMailText(message, brand),
      html: renderMailHtml(message, brand),
      messageId: `<${id}@${domain}>`,
      // This header keeps automatic replies, such as holiday notices, from answering (RFC 3834).
      headers: {
        'Auto-Submitted': 'auto-generated',
        // By these a mail program offers a button that unsubscribes with one press (RFC 8058).
        ...(message.unsubscribe && {
          'List-Unsubscribe': `<${message.unsubscribe.call}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
    if (transport) await transport.sendMail(mail);
    else await keepInOutbox(mail, id, outbox);
  };
}

/** What nodemailer adds to the errors that it throws. */
interface TransportError {
  readonly message: string;
  readonly code?: string;
  /** The SMTP command that failed, or `API` when none had been sent. */
  readonly command?: string;
  /** Three digits of the server's reply. */
  readonly responseCode?: number;
}

/** Why a message was not taken. */
export interface MailFault {
  /** One line without addresses: it is logged and shown to the administrator. */
  readonly reason: string;
  /** The same message would be refused again. */
  readonly isPermanent: boolean;
}

const longestReason = 300;

/**
 * Judges a failed attempt. Only a refusal of this recipient or this message is permanent. A refused
 * log-in or sender can be mended in the settings, and other failures may pass with time.
 */
export function judgeMailFault(error: TransportError): MailFault {
  const { code, command, responseCode } = error;
  // The server's message may repeat the credentials, so it is not used.
  const message = code === 'EAUTH' ? `the log-in was refused: ${responseCode}` : error.message;
  const isAboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return {
    reason: message
      .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestReason),
    isPermanent: isAboutMessage && (responseCode === undefined || responseCode >= 500),
  };
}
