import type { ChangeMethod } from '@refugia/engine/change/options.ts';
import { z } from 'zod';
import { apiErrorSchema } from './errors.ts';
import { limits } from './limits.ts';

/** The statistic that finds change; the engine says which there are. */
export const changeMethods = ['automatic', 'irmad'] as const satisfies readonly ChangeMethod[];

export const isoDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/**
 * POST /api/changedetection/analysis. Everything may be missing or empty here: the run checks answer
 * with the specification's own messages, in their order, instead of a schema's.
 */
export const analysisRequestSchema = z.object({
  coords: z
    .string()
    .max(limits.habitatPatrol.maxCoordsCharacters)
    .nullish()
    .describe('A GeoJSON geometry collection as JSON text, longitude and latitude (WGS 84).'),
  startDate: z.string().max(40).nullish().describe('YYYY-MM-DD'),
  endDate: z.string().max(40).nullish().describe('YYYY-MM-DD'),
  tries: z.number().int().min(1).max(1000).optional(),
  method: z.enum(changeMethods).optional(),
});
export type AnalysisRequest = z.infer<typeof analysisRequestSchema>;

export const runStatusSchema = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const runStepSchema = z.enum([
  'waiting',
  'searching',
  'reading',
  'compositing',
  'detecting',
  'rendering',
]);
export type RunStep = z.infer<typeof runStepSchema>;

/** Where a run stands; also the data of each server-sent event. */
export const runProgressSchema = z.object({
  step: runStepSchema,
  /** Scenes dealt with and in all: looked at for clouds while searching, read while reading. */
  done: z.number().int().nonnegative().optional(),
  total: z.number().int().nonnegative().optional(),
  /** Runs before this one, while waiting. */
  queue_position: z.number().int().nonnegative().optional(),
  elapsed_seconds: z.number().nonnegative(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

export const usedSceneSchema = z.object({
  id: z.string(),
  date: isoDateSchema,
  role: z.enum(['before', 'after']),
  cloud_cover_percent: z.number().nullable(),
  /** Share of the area's pixels that the composite took from this scene. */
  share_used: z.number(),
});

export const runStatisticsSchema = z.object({
  area_hectares: z.number(),
  clear_hectares: z.number(),
  /** Share of the area that was clear on both dates, 0 to 1. */
  clear_share: z.number(),
  changed_hectares: z.number(),
  /** Changed share of what was clear on both dates, 0 to 1. */
  changed_share: z.number(),
  patch_count: z.number().int(),
  largest_patch_hectares: z.number(),
  pixel_size_meters: z.number(),
});

export const analysisResultSchema = z
  .object({
    id: z.string(),
    poly: z.unknown().describe('The area as a GeoJSON geometry.'),
    beforeImg: z.string().describe('XYZ tile template.'),
    afterImg: z.string(),
    changeImg: z.string(),
    change_occured: z.boolean(),
    before_date: isoDateSchema,
    after_date: isoDateSchema,
    scenes: z.array(usedSceneSchema),
    method: z.string(),
    bands: z.array(z.string()),
    statistics: runStatisticsSchema,
    imagery: z.object({ mode: z.enum(['live', 'demo']), label: z.string() }),
    /** Sentences a reader of the result should know: a scene dropped, a band missing, an offset corrected. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'AnalysisResult' });
export type AnalysisResult = z.infer<typeof analysisResultSchema>;

/** GET /api/changedetection/runs/{id} */
export const runSchema = z
  .object({
    id: z.string(),
    status: runStatusSchema,
    coords: z.string(),
    startDate: isoDateSchema,
    endDate: isoDateSchema,
    created_at: z.string(),
    progress: runProgressSchema.nullable(),
    result: analysisResultSchema.nullable(),
    /** Why it failed, as a sentence; and whether another try may help. */
    failure: z.object({ reason: z.string(), permanent: z.boolean() }).nullable(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

/** The 202 reply to `Prefer: respond-async`. */
export const runAcceptedSchema = z.object({ id: z.string() });

/**
 * The reply to an attempt that gave no result: `error` is the specification's sentence, `reason` says
 * what happened. When `permanent`, the same request would fail again and is answered at once.
 */
export const failedAttemptSchema = apiErrorSchema
  .extend({
    reason: z.string(),
    permanent: z.boolean(),
    /** The run that failed. */
    id: z.string().optional(),
  })
  .meta({ id: 'FailedAttempt' });
export type FailedAttempt = z.infer<typeof failedAttemptSchema>;

/**
 * GET /api/changedetection/runs/{id}/events: server-sent events. `progress` carries RunProgress,
 * from the present state on; `end` carries this and is the last one.
 */
export const runEndSchema = z.object({ id: z.string(), status: runStatusSchema });
export type RunEnd = z.infer<typeof runEndSchema>;

/** The pictures of a run: /tiles/change/{run}/{layer}/{z}/{x}/{y}.png */
export const runLayers = ['before', 'after', 'change'] as const;
export type RunLayer = (typeof runLayers)[number];

/** GET /api/changedetection/imagery */
export const imagerySchema = z
  .object({
    mode: z.enum(['live', 'demo']),
    label: z.string(),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    earliest: isoDateSchema,
    latest: isoDateSchema,
    examples: z.array(
      z.object({
        name: z.string(),
        coords: z.string(),
        startDate: isoDateSchema,
        endDate: isoDateSchema,
        expected_change: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Imagery' });
export type Imagery = z.infer<typeof imagerySchema>;
