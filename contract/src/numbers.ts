import { z } from 'zod';

/** Decimal digits with a sign, a point and an exponent, as JavaScript writes numbers. */
const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A number, or the text of one, as forms and addresses give it. Converting alone would also read
 * true, null, blank texts, lists and hexadecimal texts as numbers.
 */
export const numberSchema = (least: number, most: number) =>
  z.preprocess(numberOf, z.number().min(least).max(most));

/** As `numberSchema`, of whole numbers only. */
export const wholeNumberSchema = (least: number, most: number) =>
  z.preprocess(numberOf, z.number().int().min(least).max(most));

/** The number that a value is or writes; undefined stays undefined, for a schema to say that it is missing, and anything else is NaN. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return decimalText.test(text) ? Number(text) : Number.NaN;
}
