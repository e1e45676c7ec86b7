import { escapeHtml } from '../html.ts';

/** A link in a message: a button in HTML, and the address itself in plain text. */
interface MailLink {
  readonly label: string;
  readonly url: string;
  /** Pictures of what it leads to, which stand above it where HTML is shown. */
  readonly pictures?: readonly { readonly caption: string; readonly url: string }[];
}

/** A text by another person, which is set apart and keeps its line breaks. */
interface MailQuote {
  readonly quote: string;
}

/** Names with their values, each pair on a line of its own. */
interface MailFacts {
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** One part of a message; a string is a paragraph. */
export type MailPart = string | MailLink | MailQuote | MailFacts;

/** A message before it is rendered. Both its plain text and its HTML are made from the parts. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  /** Addresses for no more such mails: a page, and the call that mail programs make (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly call: string };
  /** The address for replies. Default: the support address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
}

/** The sender's facts in every message. */
export interface MailBrand {
  readonly name: string;
  readonly url: string;
  readonly supportEmail: string;
}

/**
 * Mail programs know neither classes nor variables: each element carries its own style, in the
 * colours of the design system's light theme.
 */
const fonts = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;";
const styles = {
  page: 'margin:0;padding:0;background-color:#f4f6f4;',
  outer: 'background-color:#f4f6f4;padding:24px 12px;',
  card: 'max-width:560px;width:100%;background-color:#ffffff;border-radius:10px;',
  brand: `${fonts}padding:24px 32px 0;font-size:18px;font-weight:700;color:#1d6b4a;`,
  content: `${fonts}padding:12px 32px 24px;font-size:16px;line-height:1.55;color:#12211a;`,
  paragraph: 'margin:12px 0;overflow-wrap:anywhere;',
  buttonCell: 'border-radius:8px;background-color:#1d6b4a;',
  button: `${fonts}display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;`,
  address: 'margin:12px 0;font-size:13px;line-height:1.5;color:#44534b;overflow-wrap:anywhere;',
  pictureCell: `${fonts}padding:0 8px 0 0;font-size:13px;color:#44534b;`,
  picture: 'display:block;width:200px;max-width:100%;height:auto;border-radius:6px;',
  quote:
    'margin:12px 0;padding:4px 0 4px 16px;border-left:3px solid #7c8a82;white-space:pre-wrap;overflow-wrap:anywhere;',
  factName: `${fonts}padding:3px 16px 3px 0;font-size:14px;color:#44534b;vertical-align:baseline;`,
  factValue: `${fonts}padding:3px 0;font-size:16px;color:#12211a;overflow-wrap:anywhere;`,
  footer: `${fonts}padding:16px 32px 24px;font-size:13px;line-height:1.5;color:#44534b;border-top:1px solid #d8dfda;`,
  link: 'color:#1d6b4a;',
  longLink: 'color:#1d6b4a;word-break:break-all;',
} as const;

const table = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"';

interface Renderer {
  readonly paragraph: (text: string) => string;
  readonly link: (link: MailLink) => string;
  readonly quote: (quote: MailQuote) => string;
  readonly facts: (facts: MailFacts) => string;
}

function renderPart(part: MailPart, renderer: Renderer): string {
  if (typeof part === 'string') return renderer.paragraph(part);
  if ('url' in part) return renderer.link(part);
  if ('quote' in part) return renderer.quote(part);
  return renderer.facts(part);
}

const asText: Renderer = {
  paragraph: (text) => text,
  link: ({ url }) => url,
  quote: ({ quote }) => withPlainLineEnds(quote).replace(/^/gm, '> '),
  facts: ({ facts }) => facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
};

const asHtml: Renderer = {
  paragraph: (text) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`,
  link: ({ label, url, pictures = [] }) => {
    const address = escapeHtml(url);
    const cells = pictures.map(
      (picture) =>
        `<td style="${styles.pictureCell}"><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.caption)}" width="200" style="${styles.picture}">${escapeHtml(picture.caption)}</td>`,
    );
    const shown = cells.length === 0 ? '' : `${table}><tr>${cells.join('')}</tr></table>\n`;
    return `${shown}${table} style="margin:20px 0;"><tr><td style="${styles.buttonCell}"><a href="${address}" target="_blank" style="${styles.button}">${escapeHtml(label)}</a></td></tr></table>
<p style="${styles.address}">If the button does not work, copy this address into your browser:<br><a href="${address}" target="_blank" style="${styles.longLink}">${address}</a></p>`;
  },
  quote: ({ quote }) => `<div style="${styles.quote}">${escapeHtml(quote)}</div>`,
  facts: ({ facts }) => {
    const rows = facts.map(
      ([name, value]) =>
        `<tr><td style="${styles.factName}">${escapeHtml(name)}</td><td style="${styles.factValue}">${escapeHtml(value)}</td></tr>`,
    );
    return `${table} style="margin:12px 0;">${rows.join('')}</table>`;
  },
};

/** Replaces single carriage returns, which not all programs treat as line ends or accept. */
function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Renders a message as plain text, for programs and people that show no HTML. */
export function renderMailText({ parts, unsubscribe }: MailMessage, brand: MailBrand): string {
  const body = parts.map((part) => renderPart(part, asText));
  const ending = unsubscribe ? `No more of these mails: ${unsubscribe.page}\n` : '';
  const footer = `-- \n${brand.name}, ${brand.url}\nQuestions? Write to ${brand.supportEmail}.\n${ending}`;
  return withPlainLineEnds([...body, footer].join('\n\n'));
}

/** Renders a message as HTML made of tables, which all mail programs display alike. */
export function renderMailHtml(
  { subject, parts, unsubscribe }: MailMessage,
  brand: MailBrand,
): string {
  const name = escapeHtml(brand.name);
  const url = escapeHtml(brand.url);
  const support = escapeHtml(brand.supportEmail);
  const body = parts.map((part) => renderPart(part, asHtml)).join('\n');
  const ending = unsubscribe
    ? `<br><a href="${escapeHtml(unsubscribe.page)}" target="_blank" style="${styles.link}">No more of these mails</a>`
    : '';
  return withPlainLineEnds(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${styles.page}">
${table} width="100%" style="${styles.outer}"><tr><td align="center">
${table} width="560" style="${styles.card}">
<tr><td style="${styles.brand}">${name}</td></tr>
<tr><td style="${styles.content}">
${body}
</td></tr>
<tr><td style="${styles.footer}"><a href="${url}" target="_blank" style="${styles.link}">${name}</a><br>Questions? Write to <a href="mailto:${support}" style="${styles.link}">${support}</a>.${ending}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`);
}
