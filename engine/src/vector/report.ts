import { FactError } from '../facts/fact.ts';
import type { FileFact, Omission } from '../facts/file-facts.ts';
import type { Properties } from './types.ts';

const maxExamples = 3;
const maxReasons = 50;
const maxExampleCharacters = 80;

/** Collects what a person should know about an import. */
export class Report {
  readonly #skipped = new Map<string, { reason: FileFact; count: number; examples: string[] }>();
  readonly #notes = new Map<string, FileFact>();

  /** Notes a part that is left out. Parts with the same reason are counted together. */
  skip(reason: FileFact, example: string): void {
    const key = JSON.stringify(reason);
    const entry = this.#skipped.get(key) ?? { reason, count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < maxExamples) entry.examples.push(shorten(example));
    if (entry.count > 1 || this.#skipped.size < maxReasons) this.#skipped.set(key, entry);
  }

  /** Notes an assumption or a change. The same fact is noted only once. */
  note(fact: FileFact): void {
    if (this.#notes.size < maxReasons) this.#notes.set(JSON.stringify(fact), fact);
  }

  skipped(): Omission[] {
    return [...this.#skipped.values()];
  }

  notes(): FileFact[] {
    return [...this.#notes.values()];
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

/** A refusal of a whole file. */
export class VectorError extends FactError<FileFact> {}
