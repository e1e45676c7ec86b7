import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { type Config, isLoopbackHost } from '../config.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { escapeHtml } from '../html.ts';
import type { App } from '../http/api.ts';
import { notFound } from '../http/failure.ts';

/** A kept message and the name of its file. */
export interface KeptMail {
  readonly file: string;
  readonly email: Email;
}

/** What the outbox's pages share with the product's other pages. */
export interface OutboxFrame {
  readonly brandName: string;
  /** Addresses of their style sheets; none where nothing is built. */
  readonly styleSheets: readonly string[];
}

/** The content security policy allows no style inside of a page. */
const outboxStyleAddress = '/dev/mail/style.css';

/** Times are in this machine's time zone, because only its own user may read the outbox. */
const times = {
  short: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' }),
};

function page(title: string, body: string, frame: OutboxFrame): string {
  const brand = escapeHtml(frame.brandName);
  const sheets = [...frame.styleSheets, outboxStyleAddress].map(
    (address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · ${brand}</title><link rel="icon" href="/favicon.svg">
${sheets.join('\n')}</head>
<body><header><a href="/landing"><img src="/favicon.svg" alt=""></a><a href="/landing">${brand}</a><nav><a href="/dev/mail">All mail</a></nav></header>
<main><h1>${escapeHtml(title)}</h1>
${body}</main></body></html>`;
}

function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}

function addressesOf(list: Email['to']): string {
  return (list ?? [])
    .map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? '')))
    .join(', ');
}

function renderTime(date: string | undefined, length: keyof typeof times): string {
  const time = new Date(date ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return '';
  return `<time datetime="${time.toISOString()}">${times[length].format(time)}</time>`;
}

function describe({ file, email }: KeptMail): string {
  return `<li><a href="/dev/mail/${file}">${escapeHtml(email.subject ?? '(no subject)')}</a>
${renderTime(email.date, 'short')}
<span class="soft">to ${escapeHtml(addressesOf(email.to))}</span></li>`;
}

const introduction =
  '<p class="soft">Mail that would have been sent, were there a mail server (SMTP_URL): the newest first.</p>';

function renderOutbox(mails: readonly KeptMail[], frame: OutboxFrame): string {
  const list =
    mails.length === 0
      ? '<p class="card empty">No mail yet. Reload this page after something was sent.</p>'
      : `<ul>${mails.map(describe).join('')}</ul>`;
  return page('Outbox', introduction + list, frame);
}

/** Renders one message: its sender and recipient, and both of its forms. */
function renderKeptMail({ file, email }: KeptMail, frame: OutboxFrame): string {
  const facts: readonly (readonly [name: string, html: string])[] = [
    ['From', escapeHtml(addressesOf(email.from && [email.from]))],
    ['To', escapeHtml(addressesOf(email.to))],
    ['Reply to', escapeHtml(addressesOf(email.replyTo))],
    ['Date', renderTime(email.date, 'long')],
  ];
  const head = facts
    .filter(([, html]) => html !== '')
    .map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`);
  const html = email.html
    ? `<h2>HTML</h2><iframe title="The message as HTML" src="/dev/mail/${file}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : '';
  return page(
    email.subject ?? '(no subject)',
    `<dl>${head.join('')}</dl>
${html}<h2>Plain text</h2><pre class="card">${linkify(email.text ?? '')}</pre>`,
    frame,
  );
}

const filePattern = /^[0-9a-f-]{36}\.eml$/;
const listedAtMost = 50;

/** A message's HTML shows its own text and styles, and loads nothing but the product's own pictures. */
const messagePolicy = (publicUrl: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${new URL(publicUrl).origin}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`;

/** @throws {ApiFailure} 404 when there is no such file in the outbox */
async function readMail(outbox: string, file: string): Promise<KeptMail> {
  if (!filePattern.test(file)) throw notFound();
  const source = await readFile(join(outbox, file)).catch(() => {
    throw notFound();
  });
  return { file, email: await PostalMime.parse(source) };
}

/**
 * Lists the latest messages, the newest first: by the time at which they were written, since the
 * date in a message tells no part of a second.
 */
async function listMail(outbox: string): Promise<KeptMail[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((file) => filePattern.test(file));
  const timed = await Promise.all(
    files.map(async (file) => ({ file, writtenAt: (await stat(join(outbox, file))).mtimeMs })),
  );
  const latest = timed.sort((first, second) => second.writtenAt - first.writtenAt);
  return Promise.all(latest.slice(0, listedAtMost).map(({ file }) => readMail(outbox, file)));
}

/** Whether only this machine's own user can send the request, because mail gives access to accounts. */
function isLocal(config: Config, request: FastifyRequest): boolean {
  const publicHost = new URL(config.publicUrl).hostname;
  return (
    config.smtpUrl === undefined &&
    isLoopbackHost(config.host) &&
    isLoopbackHost(publicHost) &&
    isLoopbackHost(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')
  );
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

const styleFile = join(import.meta.dirname, 'outbox-pages.css');

/**
 * Registers GET /dev/mail, which shows the outbox to a person who tries the product on their own
 * machine.
 * @param findStyleSheets finds the addresses of the product's style sheets
 */
export function registerOutbox(
  app: App,
  { config, dataDirectory }: { config: Config; dataDirectory: DataDirectory },
  findStyleSheets: () => Promise<readonly string[]>,
): void {
  const frame = async (): Promise<OutboxFrame> => ({
    brandName: config.brandName,
    styleSheets: await findStyleSheets(),
  });
  const { outbox } = dataDirectory;
  const preHandler = async (request: FastifyRequest) => {
    if (!isLocal(config, request)) throw notFound();
  };
  const schema = { hide: true };
  const fileSchema = { ...schema, params: z.object({ file: z.string() }) };

  app.get('/dev/mail', { schema, preHandler }, async (_, reply) =>
    sendPage(reply, renderOutbox(await listMail(outbox), await frame())),
  );
  app.get(outboxStyleAddress, { schema, preHandler }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(styleFile)),
  );
  app.get('/dev/mail/:file', { schema: fileSchema, preHandler }, async (request, reply) =>
    sendPage(reply, renderKeptMail(await readMail(outbox, request.params.file), await frame())),
  );
  app.get('/dev/mail/:file/html', { schema: fileSchema, preHandler }, async (request, reply) => {
    const { email } = await readMail(outbox, request.params.file);
    reply
      .header('content-security-policy', messagePolicy(config.publicUrl))
      .header('x-frame-options', 'SAMEORIGIN');
    return sendPage(reply, email.html ?? '');
  });
}
