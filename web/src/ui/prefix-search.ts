/** What a search for the beginning of a text found. */
export interface PrefixMatches<Entry> {
  /** The first ones, in the order of the entries. */
  matches: readonly Entry[];
  /** How many there are, shown or not. */
  count: number;
}

/**
 * The entries whose label begins with the typed text, without regard to case. Blanks before the
 * text don't count; the empty text is the beginning of every label.
 * @param limit how many to return at most: a list that a person reads, not a table
 */
export function prefixMatches<Entry extends { label: string }>(
  entries: readonly Entry[],
  text: string,
  limit: number,
): PrefixMatches<Entry> {
  const wanted = text.trimStart().toLowerCase();
  const matches: Entry[] = [];
  let count = 0;
  for (const entry of entries) {
    // Cutting first spares lower-casing thousands of long labels at every key.
    const head = entry.label.slice(0, wanted.length).toLowerCase();
    if (!head.startsWith(wanted)) continue;
    count += 1;
    if (matches.length < limit) matches.push(entry);
  }
  return { matches, count };
}
