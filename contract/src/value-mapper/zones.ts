import { z } from 'zod';
import { limits } from '../limits.ts';
import { numberSchema } from '../numbers.ts';
import { skippedPartSchema } from '../vector-import.ts';
import { zoneEdgeRules, zoneFileFormats, zoneSources } from './calls.ts';
import { rowIdSchema } from './projects.ts';

const { classValueMax, zoneNameMaxLength } = limits.valueMapper;

/** Zones that were made together: the polygons of a file, a drawing, a map's polygons, or counties. */
const zoneSetSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    source: z.enum(zoneSources),
    zone_count: z.number().int(),
    date_created: z.string(),
  })
  .meta({ id: 'ZoneSet' });
export type ZoneSet = z.infer<typeof zoneSetSchema>;

/** GET: the zones of a project. */
export const zoneSetsSchema = z.array(zoneSetSchema);

/** The reply to new zones. */
export const newZoneSetSchema = z
  .object({
    zone_set: zoneSetSchema,
    skipped: z.array(skippedPartSchema),
    notes: z.array(z.string()).describe('What was assumed, converted or repaired.'),
  })
  .meta({ id: 'NewZoneSet' });
export type NewZoneSet = z.infer<typeof newZoneSetSchema>;

const ringsSchema = z.array(z.array(z.tuple([z.number(), z.number()])).min(4)).min(1);
const shapeSchema = z.union([
  z.strictObject({ type: z.literal('Polygon'), coordinates: ringsSchema }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(ringsSchema).min(1) }),
]);

/** POST: where new zones come from. */
export const zonesBodySchema = z
  .union([
    z.strictObject({
      shape: shapeSchema.describe('One zone, in longitude and latitude (WGS 84).'),
      name: z.string().trim().min(1).max(zoneNameMaxLength).optional(),
    }),
    z.strictObject({ mapID: rowIdSchema.describe('The polygons of a map that you may read.') }),
    z.strictObject({
      counties: z
        .literal(true)
        .describe("The counties of the United States that the project's rasters touch."),
    }),
  ])
  .meta({ id: 'NewZones' });
export type ZonesBody = z.infer<typeof zonesBodySchema>;

export const zoneSetParamsSchema = z.object({ zonesID: rowIdSchema });

/** GET: the outlines of zones as GeoJSON. */
export const zoneOutlinesSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: z.number().int(),
        geometry: shapeSchema,
        properties: z.object({ number: z.number().int(), name: z.string() }),
      }),
    ),
  })
  .meta({ id: 'ZoneOutlines' });
export type ZoneOutlines = z.infer<typeof zoneOutlinesSchema>;

const sourceText = /^(layer|combination):[1-9]\d{0,9}$/;

/** A raster of values, as calls name it. */
export const valueSourceSchema = z
  .string()
  .refine((text) => sourceText.test(text), 'This must be "layer:" or "combination:" and an id.')
  .describe('layer:ID of a layer with values, or combination:ID of combined values.');

/** GET …/statistics/progress: the question that is under way. */
export const zoneProgressQuerySchema = z.object({
  source: valueSourceSchema,
  threshold: numberSchema(-classValueMax, classValueMax).describe(
    'Ground with this value or a larger one is counted apart.',
  ),
  edges: z
    .enum(zoneEdgeRules)
    .default('share')
    .describe(
      'Which pixels at edges count: those whose centre lies inside, or each with the share that is covered.',
    ),
});

export const zoneStatisticsQuerySchema = zoneProgressQuerySchema.extend({
  format: z.enum(['json', ...zoneFileFormats]).default('json'),
});

export const zoneProgressSchema = z.object({
  share: z
    .number()
    .nullable()
    .describe('The share that is measured, 0 to 1; null while others are measured, or nothing is.'),
});

/** What a raster holds in a zone, weighted by area on the ellipsoid. */
const zoneStatisticsSchema = z.object({
  number: z.number().int(),
  name: z.string(),
  hectares: z.number().describe("The zone's ground with a value."),
  mean: z.number().nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  hectares_above: z.number().describe('Of the ground, what has the threshold or a larger value.'),
  share_above: z.number().nullable().describe('The same as a share, 0 to 1.'),
});
export type ZoneStatistics = z.infer<typeof zoneStatisticsSchema>;

/** GET: the statistics of zones, in their order. */
export const zoneStatisticsReplySchema = z
  .object({ zones: z.array(zoneStatisticsSchema) })
  .meta({ id: 'ZoneStatistics' });
