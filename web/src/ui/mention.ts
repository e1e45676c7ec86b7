/** A name that is being written after an @, and where that began. */
export interface BegunMention {
  /** Where the @ stands. */
  readonly from: number;
  /** What stands between the @ and the caret. */
  readonly prefix: string;
}

/** An @ that begins a word, and what of a username follows it. */
const begun = /(?<![\w@.])@([\w-]{0,20})$/;

/** The mention that is being written at the caret; null elsewhere. */
export function mentionAt(text: string, caret: number): BegunMention | null {
  const match = begun.exec(text.slice(0, caret));
  return match && { from: match.index, prefix: match[1]! };
}

const mostSuggested = 6;

/** The names that a begun mention may become: those that begin with it first. */
export function namesFor({ prefix }: BegunMention, names: readonly string[]): readonly string[] {
  const part = prefix.toLowerCase();
  const has = (name: string, test: 'startsWith' | 'includes') => name.toLowerCase()[test](part);
  const first = names.filter((name) => has(name, 'startsWith'));
  const others = names.filter((name) => !has(name, 'startsWith') && has(name, 'includes'));
  return [...first, ...others].slice(0, mostSuggested);
}

/** The text with a name in the place of a begun mention, and where the caret goes. */
export function withMention(
  text: string,
  { from, prefix }: BegunMention,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + prefix.length);
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + rest.replace(/^ /, ''), caret: before.length };
}
