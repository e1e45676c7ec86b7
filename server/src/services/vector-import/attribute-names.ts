import { limits } from '@refugia/contract/limits.ts';

const { attributeNameMaxLength } = limits.collaborativeMapper;

/** Whether PostgreSQL can store a text. It stores neither the zero character nor lone surrogates. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** The text without characters that can't be stored. */
export const withoutInvalid = (text: string) => text.replace(/\0|\p{Cs}/gu, '');

/**
 * Gives the attributes of a file names that features can have: of 1 to 200 characters, not
 * `__proto__`, which JavaScript's objects can't hold, and different from each other.
 */
export class AttributeNames {
  readonly #names = new Map<string, string>();
  readonly #given = new Set<string>();

  /** The name for an attribute, which is the same each time. */
  nameFor(wanted: string): string {
    const known = this.#names.get(wanted);
    if (known !== undefined) return known;
    const name = this.#freeName(possibleName(wanted));
    this.#names.set(wanted, name);
    this.#given.add(name);
    return name;
  }

  /** A sentence, if attributes have another name than in the file. */
  get notes(): string[] {
    const isRenamed = [...this.#names].some(([wanted, name]) => wanted !== name);
    return isRenamed
      ? ['Attributes were renamed whose names were empty, too long or not valid.']
      : [];
  }

  #freeName(base: string): string {
    let name = base;
    for (let number = 2; this.#given.has(name); number++) {
      const suffix = ` (${number})`;
      name = shortened(base, attributeNameMaxLength - suffix.length) + suffix;
    }
    return name;
  }
}

function possibleName(wanted: string): string {
  if (wanted === '__proto__') return 'proto';
  return shortened(withoutInvalid(wanted), attributeNameMaxLength) || 'unnamed';
}

/** Cutting may leave half of a surrogate pair at the end, which is left out. */
const shortened = (text: string, length: number) => withoutInvalid(text.slice(0, length));
