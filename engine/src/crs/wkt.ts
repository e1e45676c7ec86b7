/** A node of well-known text: `NAME["text",1.5,CHILD[…]]`. */
export interface WktNode {
  /** In upper case. */
  readonly keyword: string;
  /** The node's texts and numbers, in order. */
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
}

const maxCharacters = 100_000;
const maxDepth = 20;
const token =
  /\s*(?:([A-Za-z_][A-Za-z0-9_]*)\s*([[(])|"((?:[^"]|"")*)"|([+-]?[\d.][\d.eE+-]*)|([A-Za-z_]+)|([\])])|(,))/y;

/**
 * Parses well-known text of version 1 (OGC 01-009), as GDAL and Esri write it, or of version 2 (OGC
 * 18-010).
 * @returns the root; undefined if the text is not well-known text
 */
export function parseWkt(text: string): WktNode | undefined {
  if (text.length > maxCharacters) return undefined;
  const stack: { keyword: string; values: (string | number)[]; children: WktNode[] }[] = [];
  token.lastIndex = 0;
  for (;;) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, keyword, , quoted, number, word, close] = match;
    const top = stack.at(-1);
    if (keyword !== undefined) {
      if (stack.length >= maxDepth) return undefined;
      const node = { keyword: keyword.toUpperCase(), values: [], children: [] };
      top?.children.push(node);
      stack.push(node);
    } else if (close !== undefined) {
      const node = stack.pop();
      if (!node || stack.length === 0) return node;
    } else if (!top) {
      return undefined;
    } else if (quoted !== undefined) {
      top.values.push(quoted.replaceAll('""', '"'));
    } else if (number !== undefined) {
      top.values.push(Number(number));
    } else if (word !== undefined) {
      top.values.push(word);
    }
  }
}

/** The first child with a keyword in upper case; undefined if there is none. */
export function childOf(node: WktNode, keyword: string): WktNode | undefined {
  return node.children.find((child) => child.keyword === keyword);
}

/** The node's name: its first value. */
export function nameOf(node: WktNode | undefined): string {
  return String(node?.values[0] ?? '');
}

/** The value at an index as a number; NaN when there is none. */
export function numberAt(node: WktNode | undefined, index: number): number {
  const value = node?.values[index];
  return typeof value === 'number' ? value : Number.NaN;
}
