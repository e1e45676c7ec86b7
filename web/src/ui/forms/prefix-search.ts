export interface PrefixMatches<Entry> {
  /** The first matches, in the order of the entries. */
  matches: readonly Entry[];
  /** The number of matches, shown or not. */
  count: number;
}

/**
 * The entries whose label begins with the typed text, in any case. Blanks before the text are
 * ignored. The empty text matches every label.
 * @param limit how many to return at most, so that people can read the list
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
    // Cutting first avoids converting thousands of long labels to lower case at every key press.
    const head = entry.label.slice(0, wanted.length).toLowerCase();
    if (!head.startsWith(wanted)) continue;
    count++;
    if (matches.length < limit) matches.push(entry);
  }
  return { matches, count };
}
