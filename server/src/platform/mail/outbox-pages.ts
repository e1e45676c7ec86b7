import type { Email } from 'postal-mime';
import { escapeHtml } from '../html.ts';

/** A kept message and the name of its file. */
export interface KeptMail {
  readonly file: string;
  readonly email: Email;
}

/** The outbox pages' own style sheet: the content security policy allows none inside of a page. */
export const outboxStyle = `:root{color-scheme:light dark;--line:light-dark(#d8dfda,#2a3530);--soft:light-dark(#44534b,#b2c0b8)}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin-top:2rem}
a{color:light-dark(#1d6b4a,#5fc795)}
ul{list-style:none;padding:0;border-top:1px solid var(--line)}
li{padding:.75rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
li a{font-weight:600}
p,dd{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt,.soft{color:var(--soft)}
dd{margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;padding:1rem;border:1px solid var(--line);border-radius:8px}
iframe{width:100%;height:36rem;border:1px solid var(--line);border-radius:8px;background:#fff}
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mail/style.css"></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
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

function describe({ file, email }: KeptMail): string {
  return `<li><a href="/dev/mail/${file}">${escapeHtml(email.subject ?? '(no subject)')}</a><br>
<span class="soft">to ${escapeHtml(addressesOf(email.to))}, ${escapeHtml(email.date ?? '')}</span></li>`;
}

/** The list of kept messages. */
export function renderOutbox(mails: readonly KeptMail[]): string {
  if (mails.length === 0) {
    return page('Outbox', '<p>No mail yet. Reload this page after something was sent.</p>');
  }
  return page('Outbox', `<ul>${mails.map(describe).join('')}</ul>`);
}

/** One message: who wrote to whom, and both of its forms. */
export function renderKeptMail({ file, email }: KeptMail): string {
  const facts: readonly (readonly [string, string])[] = [
    ['From', addressesOf(email.from && [email.from])],
    ['To', addressesOf(email.to)],
    ['Reply to', addressesOf(email.replyTo)],
    ['Date', email.date ?? ''],
  ];
  const head = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const html = email.html
    ? `<h2>HTML</h2><iframe title="The message as HTML" src="/dev/mail/${file}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : '';
  return page(
    email.subject ?? '(no subject)',
    `<p><a href="/dev/mail">All mail</a></p><dl>${head.join('')}</dl>
<h2>Plain text</h2><pre>${linkify(email.text ?? '')}</pre>${html}`,
  );
}
