/** A mention that is being written after an @. */
export interface BegunMention {
  /** The position of the @. */
  readonly from: number;
  /** The text between the @ and the caret. */
  readonly prefix: string;
}

/** Matches an @ that begins a word, and the part of a username after it. */
const begun = /(?<![\w@.])@([\w-]{0,20})$/;

/** The mention that is being written at the caret, or null if there is none. */
export function mentionAt(text: string, caret: number): BegunMention | null {
  const match = begun.exec(text.slice(0, caret));
  return match && { from: match.index, prefix: match[1]! };
}

const mostSuggested = 6;

/** The names that match a begun mention. Names that begin with its text come first. */
export function namesFor({ prefix }: BegunMention, names: readonly string[]): readonly string[] {
  const part = prefix.toLowerCase();
  const has = (name: string, test: 'startsWith' | 'includes') => name.toLowerCase()[test](part);
  const first = names.filter((name) => has(name, 'startsWith'));
  const others = names.filter((name) => !has(name, 'startsWith') && has(name, 'includes'));
  return [...first, ...others].slice(0, mostSuggested);
}

/**
 * Replaces a begun mention with a name, and returns the text with the new position of the caret.
 */
export function withMention(
  text: string,
  { from, prefix }: BegunMention,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + prefix.length);
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + rest.replace(/^ /, ''), caret: before.length };
}
