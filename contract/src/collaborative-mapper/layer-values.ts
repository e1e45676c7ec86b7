import { z } from 'zod';
import { limits } from '../limits.ts';
import { attributeNameSchema, attributeValueSchema } from './features.ts';
import { uuidSchema } from './maps.ts';

const { collaborativeMapper: cm } = limits;

/**
 * GET /api/rrm/layer_values, for the owner: the present values of an attribute, from which the
 * categories or the classes of a style are made.
 */
export const layerValuesQuerySchema = z.object({
  id: uuidSchema.describe("The layer's id."),
  attribute: attributeNameSchema,
});

export const layerValuesSchema = z
  .object({
    values: z
      .array(z.object({ value: attributeValueSchema, count: z.number().int() }))
      .describe(
        `The commonest values, up to ${cm.maxStyleValues}, each with the number of its features. Null stands for features without a value. Texts of more than ${cm.style.maxValueLength} characters are left out.`,
      ),
    distinct: z.number().int().describe('The number of different values, null included.'),
    numbers: z.object({
      count: z.number().int().describe('The number of features whose value is a number.'),
      sorted: z
        .array(z.number())
        .describe(
          `These numbers, ascending. Of more than ${cm.style.maxListedNumbers} numbers, that many with evenly spaced ranks, the least and the greatest among them.`,
        ),
    }),
  })
  .meta({ id: 'LayerValues' });
export type LayerValues = z.infer<typeof layerValuesSchema>;
