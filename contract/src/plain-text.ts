import { z } from 'zod';

/**
 * Control characters, and characters that reverse the direction of the text after them. They are
 * refused so that a page shows exactly what was written. Texts of several lines may contain line
 * breaks and tabs.
 */
const hiddenInLine = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const allHiddenInLine = new RegExp(`${hiddenInLine.source}+`, 'gu');
const hiddenInText = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const hiddenCharacter = 'This contains a character that can not be shown.';
const hasNone = (pattern: RegExp) => (text: string) => !pattern.test(text);

/** A text of one line, without spaces around it. It may be empty. */
export const lineSchema = (maxLength: number) =>
  z.string().trim().max(maxLength).refine(hasNone(hiddenInLine), hiddenCharacter);

/** A text that may have line breaks, without spaces around it. It may be empty. */
export const textSchema = (maxLength: number) =>
  z.string().trim().max(maxLength).refine(hasNone(hiddenInText), hiddenCharacter);

/**
 * The text with spaces in the place of all characters that a line can't have. Names of files may
 * have them, and nobody chose these names to be refused.
 */
export const plainLine = (text: string) => text.replace(allHiddenInLine, ' ').trim();
