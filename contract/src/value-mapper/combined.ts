import { missingValueRules } from '@refugia/engine/valuation/combination.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { processingSchema, valueAreasSchema } from './rasters.ts';

const { classValueMax, maxCombinedLayers } = limits.valueMapper;

export const combinedSteps = ['combine'] as const;
export type CombinedStep = (typeof combinedSteps)[number];

const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/, 'A color must be #rrggbb.');

const partSchema = z.strictObject({
  data_layer: z.number().int().positive().describe('A valued layer of any own project.'),
  weight: z.number().min(0).max(1),
  above: z
    .number()
    .min(-classValueMax)
    .max(classValueMax)
    .nullable()
    .describe("Places have a result only where the layer's value is above this; null: anywhere."),
  leaves_out: z
    .boolean()
    .describe('Whether the layer leaves out places where its value is above 0, and has no weight.'),
});

/** How the valued layers of a project are combined. */
export const combinationSchema = z
  .strictObject({
    layers: z.array(partSchema).min(1).max(maxCombinedLayers),
    missing: z
      .enum(missingValueRules)
      .describe(
        'Where a layer has no value: no result, or the mean of the others, their weights scaled.',
      ),
    grid_layer: z
      .number()
      .int()
      .nullable()
      .describe('The layer on whose grid the result lies; null: the finest grid.'),
    color_palette: z.strictObject({ min: colorSchema, zero: colorSchema, max: colorSchema }),
  })
  .superRefine(({ layers, grid_layer }, context) => {
    const ids = layers.map(({ data_layer }) => data_layer);
    const say = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (new Set(ids).size < ids.length) say('layers', 'Each layer may be named once.');
    if (!layers.some(({ weight, leaves_out }) => weight > 0 && !leaves_out)) {
      say('layers', 'At least one layer needs a weight above 0.');
    }
    if (grid_layer !== null && !ids.includes(grid_layer)) {
      say('grid_layer', 'The grid is that of one of the layers.');
    }
  })
  .meta({ id: 'Combination' });
export type Combination = z.infer<typeof combinationSchema>;

const combinedProcessingSchema = processingSchema(combinedSteps).meta({
  id: 'CombinedProcessing',
});

/** A project's combined raster. */
const combinedRasterSchema = z
  .object({
    id: z.number().int(),
    combination: combinationSchema,
    processing: combinedProcessingSchema,
    is_current: z
      .boolean()
      .describe('Whether the layers still have the values from which the file was made.'),
    min_val: z.number().nullable().describe('The smallest value that occurs.'),
    max_val: z.number().nullable(),
    areas: valueAreasSchema.nullable(),
    data_file_name: z.string().nullable(),
    data_file_size: z.number().nullable().describe('Bytes of the Cloud Optimized GeoTIFF.'),
    /** The combined raster that will replace this one when it is complete. */
    replacement: z
      .object({ id: z.number().int(), processing: combinedProcessingSchema })
      .nullable(),
  })
  .meta({ id: 'CombinedRaster' });
export type CombinedRaster = z.infer<typeof combinedRasterSchema>;

/** GET and PUT: the combined raster of a project, or null. */
export const projectCombinedSchema = z.object({ combined: combinedRasterSchema.nullable() });
