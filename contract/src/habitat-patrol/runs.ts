import { z } from 'zod';
import { apiErrorSchema } from '../errors.ts';
import { limits } from '../limits.ts';
import { boxSchema } from '../numbers.ts';
import { plainLine } from '../plain-text.ts';
import { changeKinds, changeMethods, landCovers, severities } from './run-kinds.ts';
import { type RunStatus, runStatuses } from './run-status.ts';

const landCoverSchema = z.enum(landCovers);
export const changeKindSchema = z.enum(changeKinds);
export const severitySchema = z.enum(severities);
export const isoDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const sceneIdsSchema = z
  .array(z.string().min(1).max(200))
  .max(limits.habitatPatrol.maxChosenScenes);

const areaTextSchema = z.string().max(limits.habitatPatrol.maxCoordsCharacters);
const areaTextForm = 'A GeoJSON geometry collection as JSON text, longitude and latitude (WGS 84).';
/** The text of an area. */
export const coordsSchema = areaTextSchema.describe(areaTextForm);

/** The scenes of a date that a run may use. Default: all of them. */
const sceneChoiceSchema = z
  .strictObject({
    only: sceneIdsSchema.min(1).optional().describe('Ids of the scenes to choose from.'),
    exclude: sceneIdsSchema.optional().describe('Ids of scenes to leave out.'),
  })
  .meta({ id: 'SceneChoice' });

export type { SceneChoice } from '@refugia/engine/analysis/types.ts';

/**
 * POST /api/changedetection/analysis. Every field may be missing or empty here, because the run
 * checks answer with the specification's own messages, in its order.
 */
export const analysisRequestSchema = z.object({
  coords: areaTextSchema.nullish().describe(areaTextForm),
  startDate: z.string().max(40).nullish().describe('YYYY-MM-DD'),
  endDate: z.string().max(40).nullish().describe('YYYY-MM-DD'),
  tries: z.number().int().min(1).max(1000).optional(),
  method: z.enum(changeMethods).optional(),
  landCover: landCoverSchema.optional().describe('For the method "lda": scrub when left out.'),
  blankMaskMargins: z
    .boolean()
    .optional()
    .describe(
      'Give change beside clouds that looks like their rim or shadow as unobserved: true when left out.',
    ),
  scenes: z
    .strictObject({ before: sceneChoiceSchema.optional(), after: sceneChoiceSchema.optional() })
    .optional()
    .describe('Scenes chosen or left out, from POST /api/changedetection/scenes.'),
  areaName: z
    .string()
    .max(limits.habitatPatrol.runNameMaxLength)
    .transform(plainLine)
    .optional()
    .describe('What the area is called, such as a species or a file: it names the run.'),
});
export type AnalysisBody = z.infer<typeof analysisRequestSchema>;

export const runStatusSchema = z.enum(runStatuses);

const runStepSchema = z.enum([
  'waiting',
  'searching',
  'reading',
  'compositing',
  'detecting',
  'rendering',
]);
export type RunStep = z.infer<typeof runStepSchema>;

/** The progress of a run. It is also the data of each server-sent event. */
const runProgressSchema = z.object({
  step: runStepSchema,
  /** Scenes: measured for clouds while searching, and read afterwards. */
  done: z.number().int().nonnegative().optional(),
  total: z.number().int().nonnegative().optional(),
  /** `pieces` when subareas of a very large area are counted instead of scenes. */
  of: z.literal('pieces').optional(),
  /** The progress of the step, 0 to 1, which never falls. */
  share: z.number().min(0).max(1).optional(),
  /** How many of the done subareas come from an earlier attempt, which ended with its server. */
  resumed: z.number().int().positive().optional(),
  /** The number of runs before this one while it waits. */
  queue_position: z.number().int().nonnegative().optional(),
  elapsed_seconds: z.number().nonnegative(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

const usedSceneSchema = z.object({
  id: z.string(),
  date: isoDateSchema,
  role: z.enum(['before', 'after']),
  /** Such as `sentinel-2b`. */
  platform: z.string().nullable(),
  /** The cloud cover of the whole scene, as the catalogue reports it. */
  cloud_cover_percent: z.number().nullable(),
  /** Under clouds or their shadow, 0 to 1, of the part of the area that the scene shows. */
  cloud_share: z.number(),
  /** The share of the area's pixels that the composite took from this scene. */
  share_used: z.number(),
});

/** The amount of one kind of change. */
export const kindStatisticsSchema = z.object({
  kind: changeKindSchema,
  hectares: z.number(),
  /** The share of all change, 0 to 1. */
  share: z.number(),
  patch_count: z.number().int(),
});

/** The amount of change of one severity, counted pixel by pixel. */
const severityStatisticsSchema = z.object({
  severity: severitySchema,
  hectares: z.number(),
  /** The share of all change, 0 to 1. */
  share: z.number(),
});

const runStatisticsSchema = z.object({
  area_hectares: z.number(),
  clear_hectares: z.number(),
  /** The share of the area that was clear on both dates, 0 to 1. */
  clear_share: z.number(),
  changed_hectares: z.number(),
  /** The changed share of the part that was clear on both dates, 0 to 1. */
  changed_share: z.number(),
  patch_count: z.number().int(),
  largest_patch_hectares: z.number(),
  pixel_size_meters: z.number(),
  /** The kinds of change that were found, the largest first. */
  kinds: z.array(kindStatisticsSchema),
  /** The most severe first. The change image shows the same classes. */
  severities: z.array(severityStatisticsSchema).optional(),
  /** How many of the patches, the largest first, can be listed and downloaded. */
  listed_patch_count: z.number().int(),
});

/** The parameters of a run's computation besides its method. */
const runParametersSchema = z.object({
  land_cover: landCoverSchema.nullable(),
  blank_mask_margins: z.boolean(),
  /** The number of days before and after each date within which scenes were searched. */
  window_days: z.number().int(),
  smallest_patch_pixels: z.number().int(),
  /** `change_occured` is true if one patch has at least this size. */
  smallest_change_hectares: z.number(),
  /** The scenes that the person chose or excluded. */
  scenes: z.object({ before: sceneChoiceSchema.optional(), after: sceneChoiceSchema.optional() }),
});

/** How a result was computed, and from what. */
const provenanceSchema = z.object({
  software: z.string(),
  /** Of the engine. */
  version: z.string(),
  catalogue_url: z.string().describe('Root of the STAC API that was searched.'),
  collections: z.array(z.string()),
  /** ISO 8601, UTC. */
  computed_at: z.string(),
});

export const usedImagerySchema = z.object({ mode: z.enum(['live', 'demo']), label: z.string() });

export const analysisResultSchema = z
  .object({
    id: z.string(),
    poly: z.unknown().describe('The area as a GeoJSON geometry.'),
    bbox: boxSchema.describe(
      'West, south, east, north in degrees; the east is beyond 180 where the area lies on both sides of the antimeridian.',
    ),
    beforeImg: z.string().describe('XYZ tile template.'),
    afterImg: z.string(),
    changeImg: z
      .string()
      .describe('Shows some kinds of change alone with ?kinds=, a list of kinds with commas.'),
    /** False for severities, and missing in results of earlier versions. */
    kinds_on_map: z.boolean().optional(),
    change_occured: z.boolean(),
    before_date: isoDateSchema,
    after_date: isoDateSchema,
    scenes: z.array(usedSceneSchema),
    method: z.string(),
    parameters: runParametersSchema,
    bands: z.array(z.string()),
    statistics: runStatisticsSchema,
    imagery: usedImagerySchema,
    provenance: provenanceSchema.optional().describe('Missing in results of earlier versions.'),
    /** What a reader of the result should know, such as that a scene was left out. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'AnalysisResult' });
export type RunResult = z.infer<typeof analysisResultSchema>;

/** GET /api/changedetection/runs/{id} */
export const runSchema = z
  .object({
    id: z.string(),
    /** The owner's name for it, or else that of its area, or its place. */
    name: z.string(),
    /** Whether the caller may stop, rename and remove the run. */
    is_owner: z.boolean(),
    status: runStatusSchema,
    coords: z.string(),
    startDate: isoDateSchema,
    endDate: isoDateSchema,
    created_at: z.string(),
    /** When a visitor's run may be removed; null for a run of an account, which stays. */
    expires_at: z.string().nullable(),
    progress: runProgressSchema.nullable(),
    result: analysisResultSchema.nullable(),
    /** Why the run failed, in a sentence, and whether the same request would fail again. */
    failure: z.object({ reason: z.string(), permanent: z.boolean() }).nullable(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

/** The 202 reply to `Prefer: respond-async`. */
export const runAcceptedSchema = z.object({ id: z.string() });

/**
 * The reply to an attempt without a result. `error` is the specification's sentence, and `reason`
 * says what happened. If `permanent` is true, the same request would fail again, and it is answered
 * at once for a while.
 */
export const failedAttemptSchema = apiErrorSchema
  .extend({
    reason: z.string(),
    permanent: z.boolean(),
    /** The id of the failed run. */
    id: z.string().optional(),
  })
  .meta({ id: 'FailedAttempt' });
export type FailedAttempt = z.infer<typeof failedAttemptSchema>;

/**
 * GET /api/changedetection/runs/{id}/events sends server-sent events: `progress` with RunProgress, beginning
 * with the present state, and at last `end` with this.
 */
export interface RunEnd {
  readonly id: string;
  readonly status: RunStatus;
}

/** GET /api/changedetection/imagery */
export const imagerySchema = usedImagerySchema
  .extend({
    bbox: boxSchema,
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
