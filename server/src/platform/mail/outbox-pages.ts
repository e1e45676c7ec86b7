import type { Email } from 'postal-mime';
import { escapeHtml } from '../html.ts';

/** A kept message and the name of its file. */
export interface KeptMail {
  readonly file: string;
  readonly email: Email;
}

/** What the outbox's pages share with the product's other pages. */
export interface OutboxLook {
  readonly brandName: string;
  /** Addresses of their style sheets; none where nothing is built. */
  readonly styleSheets: readonly string[];
}

/** The content security policy allows no style inside of a page. */
export const outboxStyleAddress = '/dev/mail/style.css';

/** Times are in this machine's time zone, because only its own user may read the outbox. */
const times = {
  short: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' }),
};

function page(title: string, body: string, look: OutboxLook): string {
  const brand = escapeHtml(look.brandName);
  const sheets = [...look.styleSheets, outboxStyleAddress].map(
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

/** Text with its web addresses made into links. */
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

/** Renders the list of messages in the outbox. */
export function renderOutbox(mails: readonly KeptMail[], look: OutboxLook): string {
  const list =
    mails.length === 0
      ? '<p class="card empty">No mail yet. Reload this page after something was sent.</p>'
      : `<ul>${mails.map(describe).join('')}</ul>`;
  return page('Outbox', introduction + list, look);
}

/** Renders one message: its sender and recipient, and both of its forms. */
export function renderKeptMail({ file, email }: KeptMail, look: OutboxLook): string {
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
    look,
  );
}
