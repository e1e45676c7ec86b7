/** A paragraph of a legal code, in the place that its outline gives it. */
export type LegalBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** `depth` 1 is a., 2 is 1., 3 is A., 4 is i.; 0 goes on after a list. */
  | { kind: 'item'; depth: number; marker: string; text: string };

const indentPerLevel = 5;
const itemPattern = /^( +)([a-z]+|[A-Z]|\d+)\.\s+([\s\S]*)$/;
const longestHeading = 90;

/**
 * Reads the outline that the plain text of a Creative Commons legal code carries in its indents and
 * markers. Every word is kept.
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

/** The name that a heading's place has in the address. */
export function headingId(heading: string): string {
  const section = /^Section (\d+)/.exec(heading);
  return section ? `section-${section[1]}` : heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
