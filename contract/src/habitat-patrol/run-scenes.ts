import { z } from 'zod';
import { isoDateSchema } from './runs.ts';

/** A scene that a run could use for one of its dates. */
export const candidateSceneSchema = z
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
     * What `cloud_share` refers to. With `classification` it is the part of the area that the scene
     * shows, measured by the scene's own classification. With `catalogue` it is the whole scene, as
     * the catalogue reports it.
     */
    cloud_source: z.enum(['classification', 'catalogue']),
    /** The share of the area that the scene shows, clouds included; null if it was not measured. */
    covered_share: z.number().nullable(),
    /**
     * The share of the area that a run would take from this scene, 0 to 1, measured in coarse
     * pixels.
     */
    share_used: z.number(),
    /** False when the person excluded the scene or chose only others. */
    is_allowed: z.boolean(),
  })
  .meta({ id: 'CandidateScene' });
export type CandidateScene = z.infer<typeof candidateSceneSchema>;

const dateScenesSchema = z.object({
  /** The requested date. */
  date: isoDateSchema,
  /** All scenes around the date, in the order of their time. */
  scenes: z.array(candidateSceneSchema),
  /** The date of the scenes that would fill most of the area; null when no scene would. */
  expected_date: isoDateSchema.nullable(),
  /**
   * The share of the area that would be clear on this date, 0 to 1, by the classifications of its
   * scenes. It is null until it is known for both dates, or if it can't be found out. `share_used`
   * is 0 then. Once told, it does not change.
   */
  clear_share: z.number().nullable(),
});

/**
 * The media type of a reply in lines, for callers who accept it. Each line is the complete preview
 * known so far, beginning with the catalogue's figures. The last line is the answer. If a failure
 * occurs on the way, the last line is a FailedAttempt.
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
     * The share of the area that would be seen on both dates, 0 to 1: clear in both pictures, and
     * free of snow in both. Snow is told by the bands of the scenes that a run would choose by
     * itself, and for other scenes by their classification. It is null until the bands have been
     * read, and in the last line if time ran out before that; once told, it does not change.
     */
    seen_share: z.number().nullable(),
    /** The number of days before and after each date within which scenes were searched. */
    window_days: z.number().int(),
    /**
     * False when not all scenes have been measured. In the last line it means that time ran out.
     */
    is_complete: z.boolean(),
    imagery: z.object({ mode: z.enum(['live', 'demo']), label: z.string() }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScenePreview' });
export type ScenePreview = z.infer<typeof scenePreviewSchema>;
