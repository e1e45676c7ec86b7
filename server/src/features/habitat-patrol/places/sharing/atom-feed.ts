/** One entry of a feed. Texts are plain. */
export interface FeedEntry {
  /** An address that never changes and stands for nothing else. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly at: Date;
  readonly link: string;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** The page that the feed belongs to. */
  readonly link: string;
  readonly self: string;
  readonly at: Date;
  readonly entries: readonly FeedEntry[];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as XML writes it, without the control characters that XML 1.0 forbids. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character]);
}

/** Writes a feed as Atom (RFC 4287). */
export function writeAtomFeed({ entries, ...feed }: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeText(feed.id)}</id>
<title>${escapeText(feed.title)}</title>
<updated>${feed.at.toISOString()}</updated>
<author><name>${escapeText(feed.author)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeText(feed.self)}"/>
<link rel="alternate" type="text/html" href="${escapeText(feed.link)}"/>
${entries.map(writeEntry).join('')}</feed>
`;
}

function writeEntry({ id, title, summary, at, link }: FeedEntry): string {
  return `<entry>
<id>${escapeText(id)}</id>
<title>${escapeText(title)}</title>
<updated>${at.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${escapeText(link)}"/>
<summary>${escapeText(summary)}</summary>
</entry>
`;
}
