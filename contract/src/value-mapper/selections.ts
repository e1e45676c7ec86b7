import { z } from 'zod';
import { limits } from '../limits.ts';
import { selectionSteps, zoneFileFormats } from './calls.ts';
import { rowIdSchema } from './projects.ts';
import { processingSchema } from './rasters.ts';
import { valueSourceSchema } from './zones.ts';

const { maxSelectionSeconds, maxSelectionUnits, maxHexagonHectares, zoneNameMaxLength } =
  limits.valueMapper;

const amountSchema = z.union([
  z.strictObject({ amount: z.number().positive().max(1e15) }),
  z.strictObject({ share: z.number().positive().max(1).describe('Of all units together.') }),
]);
const unitNumbersSchema = z.array(z.number().int().min(1).max(1e7)).max(maxSelectionUnits);

/** POST: which places are to be found. */
export const selectionQuestionSchema = z
  .strictObject({
    source: valueSourceSchema,
    zonesID: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('The zones that are chosen from.'),
    hexagon_hectares: z
      .number()
      .min(0.01)
      .max(maxHexagonHectares)
      .optional()
      .describe('In place of zones: hexagons of this size over the values.'),
    value: z
      .enum(['sum', 'mean'])
      .default('sum')
      .describe("A unit's value: the sum of the values over its hectares, or their mean."),
    cost: z
      .union([
        z.literal('area'),
        z.strictObject({ column: z.string().trim().min(1).max(zoneNameMaxLength) }),
      ])
      .default('area')
      .describe('Hectares, or a number attribute of the zones.'),
    budget: amountSchema.optional().describe('The most that may be spent.'),
    target: amountSchema.optional().describe('The least value, in place of a budget.'),
    boundary_penalty: z
      .number()
      .min(0)
      .max(10)
      .default(0)
      .describe(
        'A preference for compact places. At 1, a unit of average value that stands alone is worth nothing.',
      ),
    in: unitNumbersSchema.default([]).describe('The numbers of units that are chosen already.'),
    out: unitNumbersSchema.default([]).describe('The numbers of units that may not be chosen.'),
    seconds: z.number().int().min(1).max(maxSelectionSeconds).default(60),
  })
  .superRefine((question, context) => {
    const say = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((question.zonesID === undefined) === (question.hexagon_hectares === undefined)) {
      say('zonesID', 'Please give either zones or a size of hexagons.');
    }
    if ((question.budget === undefined) === (question.target === undefined)) {
      say('budget', 'Please give either a budget or a target.');
    }
    if (question.zonesID === undefined && question.cost !== 'area') {
      say('cost', 'Hexagons cost their area; a column of costs needs zones.');
    }
    const left = new Set(question.out);
    if (question.in.some((number) => left.has(number))) {
      say('out', 'A unit can not be chosen already and left out.');
    }
  })
  .meta({ id: 'SelectionQuestion' });
export type SelectionQuestion = z.infer<typeof selectionQuestionSchema>;
export type SelectionBody = z.input<typeof selectionQuestionSchema>;

const gapSchema = z
  .number()
  .nullable()
  .describe(
    'By how much the best possible choice may be better, as a share; null while nothing is proven.',
  );

const selectionResultSchema = z.object({
  unit_count: z.number().int(),
  chosen_count: z.number().int(),
  hectares: z.number(),
  hectares_share: z.number(),
  value: z.number(),
  value_share: z.number().describe('Of the sum of all values above 0.'),
  cost: z.number(),
  cost_share: z.number(),
  boundary_meters: z.number().describe('The outline around what is chosen.'),
  gap: gapSchema,
});
export type SelectionResult = z.infer<typeof selectionResultSchema>;

const selectionProgressSchema = z.object({
  seconds: z.number().describe('For which the solver has searched.'),
  chosen_count: z.number().int(),
  value: z.number(),
  cost: z.number(),
  gap: gapSchema,
});

/** A search for the best places. */
export const selectionSchema = z
  .object({
    id: z.number().int(),
    question: selectionQuestionSchema,
    processing: processingSchema(selectionSteps).meta({ id: 'SelectionProcessing' }),
    progress: selectionProgressSchema.nullable().describe('The best choice so far.'),
    result: selectionResultSchema.nullable(),
    date_created: z.string(),
  })
  .meta({ id: 'Selection' });
export type Selection = z.infer<typeof selectionSchema>;

export const selectionsSchema = z.array(selectionSchema);
export const selectionParamsSchema = z.object({ selectionID: rowIdSchema });
export const selectionUnitsQuerySchema = z.object({
  format: z.enum(['json', ...zoneFileFormats]).default('json'),
});

/** GET: the units of a selection as GeoJSON. */
export const selectionUnitsSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: z.number().int(),
        geometry: z.object({
          type: z.enum(['Polygon', 'MultiPolygon']),
          coordinates: z.array(z.unknown()),
        }),
        properties: z.object({
          number: z.number().int(),
          name: z.string(),
          value: z.number(),
          cost: z.number(),
          hectares: z.number(),
          chosen: z.boolean(),
          state: z.enum(['free', 'in', 'out']),
        }),
      }),
    ),
  })
  .meta({ id: 'SelectionUnits' });
export type SelectionUnits = z.infer<typeof selectionUnitsSchema>;
