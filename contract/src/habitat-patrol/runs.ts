import type { ChangeMethod } from '@refugia/engine/change/options.ts';
import { z } from 'zod';
import { apiErrorSchema } from '../errors.ts';
import { limits } from '../limits.ts';
import { runStatuses } from './run-status.ts';

/** The statistic that finds change; the engine says which there are. */
export const changeMethods = [
  'automatic',
  'irmad',
  'lda',
  'ndvi',
  'nbr',
] as const satisfies readonly ChangeMethod[];

/** Whose coefficients the `lda` method uses; the others need no land cover. */
export const landCovers = ['forest', 'scrub', 'desert', 'wetland', 'grassland'] as const;
export const landCoverSchema = z.enum(landCovers);
export type LandCover = (typeof landCovers)[number];

/** What a patch of change looks like, by the direction of its spectral indices. */
export const changeKinds = [
  'vegetation_loss',
  'vegetation_gain',
  'burn',
  'water',
  'built_up',
  'other',
  'burned_or_cleared',
] as const;
export const changeKindSchema = z.enum(changeKinds);
export type ChangeKind = (typeof changeKinds)[number];

/** How severely ground burned or grew by dNBR, the most severe first; the method `nbr` alone tells it. */
export const severities = [
  'high_severity',
  'moderate_high_severity',
  'moderate_low_severity',
  'high_regrowth',
] as const;
export const severitySchema = z.enum(severities);
export type Severity = (typeof severities)[number];

export const isoDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const sceneIdsSchema = z
  .array(z.string().min(1).max(200))
  .max(limits.habitatPatrol.maxChosenScenes);

/** Which of a date's scenes may be used: all of them when left out. */
export const sceneChoiceSchema = z
  .strictObject({
    only: sceneIdsSchema.min(1).optional().describe('Ids of the scenes to choose from.'),
    exclude: sceneIdsSchema.optional().describe('Ids of scenes to leave out.'),
  })
  .meta({ id: 'SceneChoice' });
export type SceneChoice = z.infer<typeof sceneChoiceSchema>;

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
    .optional()
    .describe('What the area is called, such as a species or a file: it names the run.'),
});
export type AnalysisRequest = z.infer<typeof analysisRequestSchema>;

export const runStatusSchema = z.enum(runStatuses);

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
  /** How many are dealt with and there in all: scenes looked at for clouds while searching, then read. */
  done: z.number().int().nonnegative().optional(),
  total: z.number().int().nonnegative().optional(),
  /** What is counted: pieces of an area so large that each is searched and read by itself; else scenes. */
  of: z.literal('pieces').optional(),
  /** How far the step is, 0 to 1; moves within what is counted, too, and never back. */
  share: z.number().min(0).max(1).optional(),
  /** Of those done, the pieces that an earlier attempt has kept, before a server was stopped. */
  resumed: z.number().int().positive().optional(),
  /** Runs before this one, while waiting. */
  queue_position: z.number().int().nonnegative().optional(),
  elapsed_seconds: z.number().nonnegative(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

export const usedSceneSchema = z.object({
  id: z.string(),
  date: isoDateSchema,
  role: z.enum(['before', 'after']),
  /** Such as sentinel-2b. */
  platform: z.string().nullable(),
  /** Of the whole scene, as its catalogue says. */
  cloud_cover_percent: z.number().nullable(),
  /** Share of what the scene shows of the area that is under clouds or their shadow, 0 to 1. */
  cloud_share: z.number(),
  /** Share of the area's pixels that the composite took from this scene. */
  share_used: z.number(),
});

/** How much of one kind of change there is. */
export const kindStatisticsSchema = z.object({
  kind: changeKindSchema,
  hectares: z.number(),
  /** Of all change, 0 to 1. */
  share: z.number(),
  patch_count: z.number().int(),
});

/** How much changed with one severity, pixel by pixel. */
export const severityStatisticsSchema = z.object({
  severity: severitySchema,
  hectares: z.number(),
  /** Of all change, 0 to 1. */
  share: z.number(),
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
  /** The kinds that there are, the largest first. */
  kinds: z.array(kindStatisticsSchema),
  /** The classes of severity that there are, the most severe first: the change image tells them. */
  severities: z.array(severityStatisticsSchema).optional(),
  /** Patches that can be listed and downloaded: of very many, only the largest. */
  listed_patch_count: z.number().int(),
});

/** What a run was computed with, beside its method. */
export const runParametersSchema = z.object({
  land_cover: landCoverSchema.nullable(),
  blank_mask_margins: z.boolean(),
  /** Days before and after each date in which scenes were looked for. */
  window_days: z.number().int(),
  smallest_patch_pixels: z.number().int(),
  /** `change_occured` from this size of one patch on. */
  smallest_change_hectares: z.number(),
  /** Scenes that the person chose or left out. */
  scenes: z.object({
    before: sceneChoiceSchema.optional(),
    after: sceneChoiceSchema.optional(),
  }),
});

/** What a result was computed by and from. */
export const provenanceSchema = z.object({
  software: z.string(),
  /** Of the engine. */
  version: z.string(),
  catalogue_url: z.string().describe('Root of the STAC API that was searched.'),
  collections: z.array(z.string()),
  /** ISO 8601, UTC. */
  computed_at: z.string(),
});

const boundsSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe(
    'West, south, east, north in degrees; the east is beyond 180 where the area lies on both sides of the antimeridian.',
  );

export const analysisResultSchema = z
  .object({
    id: z.string(),
    poly: z.unknown().describe('The area as a GeoJSON geometry.'),
    bbox: boundsSchema,
    beforeImg: z.string().describe('XYZ tile template.'),
    afterImg: z.string(),
    changeImg: z
      .string()
      .describe('Shows some kinds of change alone with ?kinds=, a list of kinds with commas.'),
    /** Whether the change image tells kinds apart; one of severities does not, nor do earlier versions'. */
    kinds_on_map: z.boolean().optional(),
    change_occured: z.boolean(),
    before_date: isoDateSchema,
    after_date: isoDateSchema,
    scenes: z.array(usedSceneSchema),
    method: z.string(),
    parameters: runParametersSchema,
    bands: z.array(z.string()),
    statistics: runStatisticsSchema,
    imagery: z.object({ mode: z.enum(['live', 'demo']), label: z.string() }),
    provenance: provenanceSchema.optional().describe('Missing in results of earlier versions.'),
    /** Sentences a reader of the result should know: a scene dropped, a band missing, an offset corrected. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'AnalysisResult' });
export type AnalysisResult = z.infer<typeof analysisResultSchema>;

/** GET /api/changedetection/runs/{id} */
export const runSchema = z
  .object({
    id: z.string(),
    /** What its owner calls it; else its area, the nearest place or the coordinates. */
    name: z.string(),
    /** Whether the caller may stop, rename and remove it. */
    is_owner: z.boolean(),
    status: runStatusSchema,
    coords: z.string(),
    startDate: isoDateSchema,
    endDate: isoDateSchema,
    created_at: z.string(),
    /** From when on a visitor's run may be removed; null for an account's, which stays. */
    expires_at: z.string().nullable(),
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
