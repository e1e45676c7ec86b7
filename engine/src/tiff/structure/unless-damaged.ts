import { TiffError } from '../errors.ts';

/**
 * What is read; undefined, with a note, where a tag is damaged that pixels can be read without.
 *
 * @param what the meaning of the tag, which begins a sentence
 */
export async function unlessDamaged<Value>(
  reading: Promise<Value>,
  what: string,
  notes: string[],
): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof TiffError)) throw error;
    notes.push(`${what} is left out: ${error.message}`);
    return undefined;
  }
}
