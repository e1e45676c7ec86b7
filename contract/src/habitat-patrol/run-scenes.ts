import { z } from 'zod';
import { isoDateSchema, usedImagerySchema } from './runs.ts';

/** A scene that a run could use for one of its dates. */
const candidateSceneSchema = z
  .object({
    id: z.string(),
    date: isoDateSchema,
    /** ISO 8601, UTC. */
    datetime: z.string(),
    /** Such as `sentinel-2b`. */
    platform: z.string().nullable(),
    /** The share under clouds or their shadow, 0 to 1; null when it is unknown. */
    cloud_share: z.number().nullable(),
    /**
     * By its `classification`, `cloud_share` is of the part of the area that the scene shows; by the `catalogue`, of
     * the whole scene.
     */
    cloud_source: z.enum(['classification', 'catalogue']),
    /** The share of the area that the scene shows, clouds included; null if it was not measured. */
    covered_share: z.number().nullable(),
    /** The share of the area that a run would take from it, 0 to 1, measured in coarse pixels. */
    share_used: z.number(),
    /** False when the person excluded the scene or chose only others. */
    is_allowed: z.boolean(),
  })
  .meta({ id: 'CandidateScene' });
export type CandidateScene = z.infer<typeof candidateSceneSchema>;

const dateScenesSchema = z.object({
  date: isoDateSchema,
  /** All scenes around the date, in the order of their time. */
  scenes: z.array(candidateSceneSchema),
  /** The date of the scenes that would fill most of the area; null when no scene would. */
  expected_date: isoDateSchema.nullable(),
  /**
   * The share of the area that would be clear, 0 to 1, by the classifications of its scenes; null, and `share_used` 0,
   * until it is known for both dates. Once told, it does not change.
   */
  clear_share: z.number().nullable(),
});

/**
 * The media type of a reply in lines, for callers who accept it. Each line is the preview as far as it is known,
 * beginning with the catalogue's figures. The last line is the answer, or a FailedAttempt.
 */
export const scenePreviewLinesType = 'application/x-ndjson';

/**
 * POST /api/changedetection/scenes takes the body of an analysis and lists the scenes that a run
 * would use, without starting one. The same run checks apply, except the first.
 */
export const scenePreviewSchema = z
  .object({
    before: dateScenesSchema,
    after: dateScenesSchema,
    /**
     * The share of the area that would be clear and free of snow in both pictures, 0 to 1. Snow is told by the bands of
     * the scenes that a run would choose by itself, and for other scenes by their classification. It is null until the
     * bands have been read; once told, it does not change.
     */
    seen_share: z.number().nullable(),
    /** The number of days before and after each date within which scenes were searched. */
    window_days: z.number().int(),
    /** False while not all scenes have been measured; in the last line, because time ran out. */
    is_complete: z.boolean(),
    imagery: usedImagerySchema,
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScenePreview' });
export type ScenePreview = z.infer<typeof scenePreviewSchema>;
