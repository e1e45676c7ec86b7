import { amplitude, curvature, offset } from '@refugia/engine/valuation/curve.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { jsonTextSchema, rowIdSchema } from './projects.ts';
import { tileTemplatesSchema, valuedRasterProcessingSchema, valuedRasterSteps } from './rasters.ts';

const { valueMapper } = limits;

/** The shapes of a curve, and `class`, which gives each class of a categorical raster a value. */
export const valueFunctionTypes = ['lin', 'log', 'exp', 'step', 'class'] as const;
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
 * logarithmic or exponential one, and a threshold in the data's unit for a step.
 */
export const curveCoefficientsSchema = z.strictObject({
  A: between(amplitude),
  B: z.number(),
  C: between(offset),
});

export const classValuesSchema = z
  .array(
    z.strictObject({
      code: z.number(),
      value: z.number().min(-valueMapper.classValueMax).max(valueMapper.classValueMax),
    }),
  )
  .min(1)
  .max(256);
export type ClassValues = z.infer<typeof classValuesSchema>;

/**
 * POST /val_rst_datasets_ctrl. A layer's former valued raster is kept until the new one is
 * complete.
 */
export const newValuedRasterQuerySchema = z
  .object({
    dataLayerID: rowIdSchema,
    colorPalette: jsonTextSchema(
      z.strictObject({ min: colorSchema, zero: colorSchema, max: colorSchema }),
    ).describe('JSON: {"min": …, "zero": …, "max": …}'),
    fnCoeffs: jsonTextSchema(curveCoefficientsSchema)
      .optional()
      .describe('JSON: {"A": …, "B": …, "C": …}; every curve needs it.'),
    fnType: z.enum(valueFunctionTypes),
    classValues: jsonTextSchema(classValuesSchema)
      .optional()
      .describe(
        'For fnType "class": JSON [{"code": …, "value": …}, …]; other classes have no value.',
      ),
  })
  .superRefine(({ fnType, fnCoeffs, classValues }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const isClasses = fnType === 'class';
    if (isClasses === (fnCoeffs !== undefined)) {
      refuse('fnCoeffs', isClasses ? 'Classes have no coefficients.' : messages.required);
    }
    if (isClasses !== (classValues !== undefined)) {
      refuse(
        'classValues',
        isClasses ? messages.required : 'Only fnType "class" has class values.',
      );
    }
    if (!fnCoeffs) return;
    const { min, max } = curvature;
    const { B } = fnCoeffs;
    if (fnType === 'lin' && B !== 0) refuse('fnCoeffs', 'B of a linear curve is 0.');
    if ((fnType === 'log' || fnType === 'exp') && !(B >= min && B <= max)) {
      refuse('fnCoeffs', `B of this curve lies between ${min} and ${max}.`);
    }
  });
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
    color_palette_min: z.string(),
    color_palette_zero: z.string(),
    color_palette_max: z.string(),
    class_values: classValuesSchema.nullable(),
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
