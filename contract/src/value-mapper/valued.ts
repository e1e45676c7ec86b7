import {
  amplitude,
  curvature,
  curveTypes,
  mostCurvePoints,
  offset,
  wideCurveTypes,
} from '@refugia/engine/valuation/curve.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { jsonTextSchema, rowIdSchema } from './projects.ts';
import {
  tileTemplatesSchema,
  valueAreasSchema,
  valuedRasterProcessingSchema,
  valuedRasterSteps,
} from './rasters.ts';

const { valueMapper } = limits;

/** The shapes of a curve, and `class`, which gives each class of a categorical raster a value. */
export const valueFunctionTypes = [...curveTypes, 'class'] as const;
export type ValueFunctionType = (typeof valueFunctionTypes)[number];

/** The CSS names that are accepted for a palette's colours. */
const namedColors: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  blue: '#0000ff',
  orange: '#ffa500',
  purple: '#800080',
  yellow: '#ffff00',
  green: '#008000',
  red: '#ff0000',
};
const colorSchema = z
  .string()
  .transform((text) => namedColors[text.toLowerCase()] ?? text.toLowerCase())
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'A color must be a name such as black, or #rrggbb.'));

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/**
 * The coefficients A, B and C of a curve. B is 0 for a linear curve, the curvature for a
 * logarithmic or exponential one, and a threshold in the data's unit for a step. A peak is highest at
 * B, and a sigmoid is half way up there; only these two have a width D, in the data's unit, too.
 */
export const curveCoefficientsSchema = z.strictObject({
  A: between(amplitude),
  B: z.number(),
  C: between(offset),
  D: z.number().positive('D, the width, is above 0.').optional(),
});

const isOrdered = (points: readonly (readonly [number, number])[]) =>
  points.every(([x], index) => index === 0 || x >= points[index - 1][0]);

/** A conservation value of a point or a class. */
const valueSchema = z.number().min(-valueMapper.classValueMax).max(valueMapper.classValueMax);

/** The points of a curve: numbers of the data, from the smallest, each with its value. */
export const curvePointsSchema = z
  .array(z.tuple([z.number(), valueSchema]))
  .min(2)
  .max(mostCurvePoints)
  .refine(isOrdered, 'The numbers of the points must not fall.');
export type CurvePoints = z.infer<typeof curvePointsSchema>;

export const classValuesSchema = z
  .array(z.strictObject({ code: z.number(), value: valueSchema }))
  .min(1)
  .max(256);
export type ClassValues = z.infer<typeof classValuesSchema>;

interface ValuationParts {
  readonly fnType: ValueFunctionType;
  readonly fnCoeffs?: z.infer<typeof curveCoefficientsSchema> | undefined;
  readonly fnPoints?: CurvePoints | undefined;
  readonly classValues?: ClassValues | undefined;
}

/** What does not belong together in a valuation: the field, and why. */
function valuationFaults(valuation: ValuationParts): (readonly [field: string, reason: string])[] {
  const { fnType, fnCoeffs } = valuation;
  const faults: (readonly [string, string])[] = [];
  const parts = {
    fnCoeffs: fnType !== 'class' && fnType !== 'points',
    fnPoints: fnType === 'points',
    classValues: fnType === 'class',
  };
  for (const [field, isNeeded] of Object.entries(parts)) {
    const isGiven = valuation[field as keyof typeof parts] !== undefined;
    if (isNeeded && !isGiven) faults.push([field, messages.required]);
    if (isGiven && !isNeeded) faults.push([field, `fnType "${fnType}" has no ${field}.`]);
  }
  if (!parts.fnCoeffs || !fnCoeffs) return faults;
  const { B, D } = fnCoeffs;
  const { min, max } = curvature;
  const isWide = wideCurveTypes.some((type) => type === fnType);
  if (isWide !== (D !== undefined)) {
    faults.push(['fnCoeffs', isWide ? 'D, the width, is above 0.' : 'This curve has no width D.']);
  }
  if (fnType === 'lin' && B !== 0) faults.push(['fnCoeffs', 'B of a linear curve is 0.']);
  if ((fnType === 'log' || fnType === 'exp') && !(B >= min && B <= max)) {
    faults.push(['fnCoeffs', `B of this curve lies between ${min} and ${max}.`]);
  }
  return faults;
}

/** Refuses a valuation whose parts do not belong together. */
export function requireWholeValuation(valuation: ValuationParts, context: z.RefinementCtx): void {
  for (const [path, message] of valuationFaults(valuation)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
}

/** POST /val_rst_datasets_ctrl. A layer's former valued raster is kept until the new one is complete. */
export const newValuedRasterQuerySchema = z
  .object({
    dataLayerID: rowIdSchema,
    colorPalette: jsonTextSchema(
      z.strictObject({ min: colorSchema, zero: colorSchema, max: colorSchema }),
    ).describe('JSON: {"min": …, "zero": …, "max": …}'),
    fnCoeffs: jsonTextSchema(curveCoefficientsSchema)
      .optional()
      .describe(
        'JSON: {"A": …, "B": …, "C": …}; every curve but "points" needs it. A peak or sigmoid has its width as "D".',
      ),
    fnType: z.enum(valueFunctionTypes),
    fnPoints: jsonTextSchema(curvePointsSchema)
      .optional()
      .describe(
        `For fnType "points": JSON [[number, value], …], from the smallest number, 2 to ${mostCurvePoints} of them. Straight lines join them; two equal numbers make a jump.`,
      ),
    classValues: jsonTextSchema(classValuesSchema)
      .optional()
      .describe(
        'For fnType "class": JSON [{"code": …, "value": …}, …]; other classes have no value.',
      ),
  })
  .superRefine(requireWholeValuation);
export type NewValuedRaster = z.infer<typeof newValuedRasterQuerySchema>;
export const newValuedRasterSchema = z.object({ valRstDatasetID: z.number().int() });

export const valuedRasterSchema = z
  .object({
    id: z.number().int(),
    data_layer: z.number().int(),
    val_fn_type: z.enum(valueFunctionTypes),
    val_fn_coeff_A: z.number().nullable().describe('Null where each class has a value.'),
    val_fn_coeff_B: z.number().nullable(),
    val_fn_coeff_C: z.number().nullable(),
    val_fn_coeff_D: z
      .number()
      .nullable()
      .describe("The width of a peak or sigmoid, in the data's unit; null for others."),
    val_fn_points: curvePointsSchema
      .nullable()
      .describe('The points of a curve of fnType "points"; null for others.'),
    color_palette_min: z.string(),
    color_palette_zero: z.string(),
    color_palette_max: z.string(),
    class_values: classValuesSchema.nullable(),
    min_val: z
      .number()
      .nullable()
      .describe('The smallest value that occurs; null until the values are built.'),
    max_val: z.number().nullable(),
    areas: valueAreasSchema
      .nullable()
      .describe('Null until the values are built, and for values of earlier versions.'),
    processing: valuedRasterProcessingSchema,
    data_file: z
      .string()
      .nullable()
      .describe('Path of the valued raster, a Cloud Optimized GeoTIFF.'),
    data_file_name: z.string().nullable(),
    data_file_size: z.number().nullable().describe('Bytes.'),
    img_file: z.string().nullable().describe('Path of a PNG picture in EPSG:3857.'),
    img_file_name: z.string().nullable(),
    img_file_size: z.number().nullable().describe('Bytes.'),
    is_img_loaded: z.boolean().describe('Whether img_file is there to be loaded.'),
    tiles: tileTemplatesSchema.nullable(),
    /** The valued raster that will replace this one when it is complete. */
    replacement: z
      .object({ id: z.number().int(), processing: valuedRasterProcessingSchema })
      .nullable(),
  })
  .meta({ id: 'ValuedRaster' });
export type ValuedRaster = z.infer<typeof valuedRasterSchema>;

/**
 * GET /val_rst_datasets_ctrl. With `all` it returns one for each layer: the complete one, or else
 * the first one that is being built.
 */
export const valuedRastersQuerySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), projectID: rowIdSchema }),
  z.object({ type: z.literal('byID'), valRstDatasetID: rowIdSchema }),
]);
export const valuedRasterQuerySchema = z.object({ valRstDatasetID: rowIdSchema });
/** PUT /val_rst_datasets_ctrl returns the valued raster when the step is done. */
export const valuedRasterStepQuerySchema = valuedRasterQuerySchema.extend({
  type: z.enum(valuedRasterSteps),
});
