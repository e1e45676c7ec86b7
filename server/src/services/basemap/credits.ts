export const link = (url: string, text: string) =>
  `<a href="${url}" target="_blank" rel="noopener">${text}</a>`;

export const openStreetMapCredit = link(
  'https://www.openstreetmap.org/copyright',
  '© OpenStreetMap contributors',
);

/** The credits of tiles in the schemas, for those that name none. Both are made of OpenStreetMap's data. */
export const schemaCredits = {
  openmaptiles: `${link('https://openmaptiles.org/', '© OpenMapTiles')} ${openStreetMapCredit}`,
  protomaps: `${link('https://protomaps.com/', 'Protomaps')} ${openStreetMapCredit}`,
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const maxCreditLength = 1_000;

/** Joins attributions from outside to HTML of text and links, each named once, as OpenStreetMap is. */
export function joinCredits(attributions: readonly string[]): string {
  const credits = new Map<string, string>();
  for (const attribution of attributions) {
    // Every second part is a link.
    const parts = attribution.slice(0, maxCreditLength).split(/(<a\s[^>]*>[^<]*<\/a>)/i);
    for (const part of parts) {
      const [, url, text = part] =
        /^<a\s[^>]*?href=["']?(https?:\/\/[^"'\s>]+)[^>]*>([^<]*)</i.exec(part) ?? [];
      const words = plain(text).replace(/^[\s,|]+|[\s,|]+$/g, '');
      // Such words lead to the link after them.
      if (words === '' || (url === undefined && /\b(data|from|by)$/i.test(words))) continue;
      const last = [...credits].at(-1);
      // Such as a licence in parentheses, which belongs to the credit before it.
      if (words.startsWith('(') && last !== undefined) {
        credits.set(last[0], `${last[1]} ${escapeHtml(words)}`);
      } else if (/openstreetmap/i.test(words)) credits.set('openstreetmap', openStreetMapCredit);
      else credits.set(words, url ? link(escapeHtml(url), escapeHtml(words)) : escapeHtml(words));
    }
  }
  return [...credits.values()].join(', ');
}

const entities: Record<string, string> = { copy: '©', amp: '&', lt: '<', gt: '>', nbsp: ' ' };

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(\w+);/g, (_, name) => entities[name] ?? '');
}
