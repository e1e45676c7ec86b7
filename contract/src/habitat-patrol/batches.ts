import { z } from 'zod';
import { limits } from '../limits.ts';
import { lineSchema, plainLine } from '../plain-text.ts';
import { runSummarySchema } from './my-runs.ts';
import { analysisRequestSchema, kindStatisticsSchema } from './runs.ts';

const { runNameMaxLength, maxCoordsCharacters, maxBatchAreas, maxBatchCharacters } =
  limits.habitatPatrol;

/** POST /api/changedetection/batches: several areas, each compared between the same two dates. */
export const newBatchSchema = analysisRequestSchema
  .pick({ startDate: true, endDate: true, method: true, landCover: true, blankMaskMargins: true })
  .extend({
    name: lineSchema(runNameMaxLength).min(1),
    areas: z
      .array(
        z.strictObject({
          name: z.string().max(runNameMaxLength).transform(plainLine),
          coords: z.string().max(maxCoordsCharacters),
        }),
      )
      .min(2)
      .max(maxBatchAreas)
      .refine(
        (areas) => areas.reduce((sum, { coords }) => sum + coords.length, 0) <= maxBatchCharacters,
        'These areas have too many corners together. Please choose fewer.',
      ),
  });
export type NewBatch = z.infer<typeof newBatchSchema>;

/** A run of a batch. */
const batchedRunSchema = runSummarySchema.extend({
  clear_hectares: z.number().nullable(),
  patch_count: z.number().int().nullable(),
  /** The kinds of change that were found, the largest first. */
  kinds: z.array(kindStatisticsSchema),
});
export type BatchedRun = z.infer<typeof batchedRunSchema>;

/** GET /api/changedetection/batches/{id} */
export const batchSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: z.string(),
    is_owner: z.boolean(),
    /** By name. Runs that were deleted since are missing. */
    runs: z.array(batchedRunSchema),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof batchSchema>;

/** GET /api/changedetection/batches: the caller's own ones, the newest first. */
export const batchListSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    created_at: z.string(),
    run_count: z.number().int(),
    ended_count: z.number().int(),
  }),
);
export type BatchList = z.infer<typeof batchListSchema>;
