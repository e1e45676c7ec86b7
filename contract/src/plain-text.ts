import { z } from 'zod';

/**
 * Control characters, half characters, and marks of lines and of direction. A typed name that has one
 * is refused, so that a page shows exactly what was written and nobody's name looks like another's.
 * Texts of several lines may have line breaks, tabs and the marks that languages written from right to
 * left need, but nothing that reverses the text after it.
 */
const hiddenInLine = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const allHiddenInLine = new RegExp(`${hiddenInLine.source}+`, 'gu');
const hiddenInText = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
export const hiddenCharacter =
  'This contains a character that can not be shown. Please remove it, or type the text anew.';
const hasNone = (pattern: RegExp) => (text: string) => !pattern.test(text);

/** Whether a text that may have line breaks has only characters that can be shown. */
export const isShown = hasNone(hiddenInText);

/** A text of one line, without spaces around it. It may be empty. */
export const lineSchema = (maxLength: number) =>
  z.string().trim().max(maxLength).refine(hasNone(hiddenInLine), hiddenCharacter);

/** A text that may have line breaks, without spaces around it. It may be empty. */
export const textSchema = (maxLength: number) =>
  z.string().trim().max(maxLength).refine(isShown, hiddenCharacter);

/**
 * The text with spaces in the place of all characters that a line can't have. Names of files may
 * have them, and nobody chose these names to be refused.
 */
export const plainLine = (text: string) => text.replace(allHiddenInLine, ' ').trim();
