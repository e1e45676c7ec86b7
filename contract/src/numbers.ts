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

/** A page of a list: how many entries, and after how many others. */
export const pageQuerySchema = ({
  usual,
  most,
}: {
  readonly usual: number;
  readonly most: number;
}) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER).default(0),
  });

/** West, south, east, north in degrees; the east is beyond 180 across the antimeridian. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** The number that a value is or writes; undefined stays undefined, for a schema to say that it is missing, and anything else is NaN. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return decimalText.test(text) ? Number(text) : Number.NaN;
}
