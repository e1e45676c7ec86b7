/** A paragraph of a legal code, with its place in the outline. */
export type LegalBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /**
   * `depth` is 1 for a., 2 for 1., 3 for A. and 4 for i., and 0 for text that continues after a
   * list.
   */
  | { kind: 'item'; depth: number; marker: string; text: string };

const indentPerLevel = 5;
const itemPattern = /^( +)([a-z]+|[A-Z]|\d+)\.\s+([\s\S]*)$/;
const longestHeading = 90;

/**
 * Reads the outline of a Creative Commons legal code from the indents and markers of its plain
 * text. It keeps every word.
 */
export function readLegalCode(text: string): LegalBlock[] {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block): LegalBlock => {
      const item = itemPattern.exec(block);
      if (item !== null) {
        const [, indent = '', marker = '', words = ''] = item;
        const depth = Math.round(indent.length / indentPerLevel);
        return { kind: 'item', depth, marker: `${marker}.`, text: words.trim() };
      }
      const words = block.trim();
      const isHeading =
        words.length < longestHeading && (!/[.;]$/.test(words) || /^Section \d/.test(words));
      return { kind: isHeading ? 'heading' : 'paragraph', text: words };
    });
}

/** The anchor of a heading in the address. */
export function headingId(heading: string): string {
  const section = /^Section (\d+)/.exec(heading);
  return section ? `section-${section[1]}` : heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
