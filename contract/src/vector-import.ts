import { z } from 'zod';
import { apiErrorSchema } from './errors.ts';

const positionSchema = z.tuple([z.number(), z.number()]);
const ringsSchema = z.array(z.array(positionSchema));

/**
 * A polygon in longitude and latitude (WGS 84), with closed, right-handed rings, the outer ring
 * first.
 */
const areaGeometrySchema = z.union([
  z.object({ type: z.literal('Polygon'), coordinates: ringsSchema }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(ringsSchema) }),
]);

/** The parts of an uploaded file that were left out for one reason. */
export const skippedPartSchema = z.object({
  /** A sentence for a person. */
  reason: z.string(),
  count: z.number().int().positive(),
  /** The names or numbers of the first few parts. */
  examples: z.array(z.string()),
});
export type SkippedPart = z.infer<typeof skippedPartSchema>;

/** The reply of POST /api/changedetection/aoi: the polygons of a file, ready to be an area. */
export const importedAreaSchema = z
  .object({
    geometries: z.array(areaGeometrySchema),
    name: z
      .string()
      .nullable()
      .describe(
        'The name of the only feature with polygons; null where it has none or there are several.',
      ),
    skipped: z.array(skippedPartSchema),
    /** Sentences about what was assumed, converted or simplified. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportedArea' });
export type ImportedArea = z.infer<typeof importedAreaSchema>;

/**
 * The reply to a file without a usable area. `error` is the specification's sentence with its
 * advice, and `reason` says what is wrong with this file.
 */
export const refusedFileSchema = apiErrorSchema
  .extend({ reason: z.string() })
  .meta({ id: 'RefusedFile' });
export type RefusedFile = z.infer<typeof refusedFileSchema>;
