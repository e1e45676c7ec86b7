import type { Properties, SkippedPart } from './types.ts';

const maxExamples = 3;
const maxReasons = 50;
const maxExampleCharacters = 80;

/** Collects what a person should know about an import. */
export class Report {
  readonly #skipped = new Map<string, { count: number; examples: string[] }>();
  readonly #notes = new Set<string>();

  /** Notes a part that is left out. The same reason must always have the same words. */
  skip(reason: string, example: string): void {
    const entry = this.#skipped.get(reason) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < maxExamples) entry.examples.push(shorten(example));
    if (entry.count > 1 || this.#skipped.size < maxReasons) this.#skipped.set(reason, entry);
  }

  /** Notes an assumption or a change. The same sentence is noted only once. */
  note(sentence: string): void {
    if (this.#notes.size < maxReasons) this.#notes.add(sentence);
  }

  skipped(): SkippedPart[] {
    return [...this.#skipped].map(([reason, entry]) => ({ reason, ...entry }));
  }

  notes(): string[] {
    return [...this.#notes];
  }
}

/** A text from a file in a form that fits into a sentence: short, and on one line. */
export function shorten(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  return line.length > maxExampleCharacters ? `${line.slice(0, maxExampleCharacters)}…` : line;
}

/** Attributes in which programs store a feature's name. */
const nameKeys = ['name', 'title', 'label'].flatMap((key) => [
  key,
  key.toUpperCase(),
  key.charAt(0).toUpperCase() + key.slice(1),
]);

/** The name of a feature, if one of its attributes holds one. */
export function nameOf(properties: Properties): string | undefined {
  const key = nameKeys.find((each) => Object.hasOwn(properties, each));
  const name = key === undefined ? null : properties[key];
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** Identifies a feature for the reader: by its number in the file, counted from 1, and its name. */
export function labelOf(number: number, properties: Properties): string {
  const name = nameOf(properties);
  return name === undefined ? `${number}` : `${number}: ${name}`;
}

/**
 * Why a whole file can't be imported: it is damaged, of a kind that isn't read, larger than a limit
 * allows, or made in a way that no honest program makes it.
 */
export type VectorErrorCode = 'damaged' | 'unsupported' | 'too-large' | 'unsafe';

/** A refusal; its message is a sentence for a person. */
export class VectorError extends Error {
  readonly code: VectorErrorCode;

  constructor(code: VectorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'VectorError';
    this.code = code;
  }
}
