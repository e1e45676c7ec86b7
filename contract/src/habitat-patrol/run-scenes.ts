import { z } from 'zod';
import { isoDateSchema } from './runs.ts';

/** A scene that a run could use for one of its dates. */
export const candidateSceneSchema = z
  .object({
    id: z.string(),
    date: isoDateSchema,
    /** UTC, ISO 8601. */
    datetime: z.string(),
    /** Such as sentinel-2b. */
    platform: z.string().nullable(),
    /** Share under clouds or their shadow, 0 to 1; null when nobody knows. */
    cloud_share: z.number().nullable(),
    /**
     * What `cloud_share` is of: the part of the area that the scene shows, by its scene
     * classification; or the whole scene, by its catalogue.
     */
    cloud_source: z.enum(['classification', 'catalogue']),
    /** Share of the area that the scene shows, clouds included; null where that was not looked at. */
    covered_share: z.number().nullable(),
    /** Share of the area that would be taken from it, 0 to 1, as far as coarse pixels tell. */
    share_used: z.number(),
    /** False: the person left it out, or chose others only. */
    is_allowed: z.boolean(),
  })
  .meta({ id: 'CandidateScene' });
export type CandidateScene = z.infer<typeof candidateSceneSchema>;

const dateScenesSchema = z.object({
  /** The date asked for. */
  date: isoDateSchema,
  /** All scenes around it, in the order of their time. */
  scenes: z.array(candidateSceneSchema),
  /** Date of the scenes that would fill most of the area; null when none would. */
  expected_date: isoDateSchema.nullable(),
  /**
   * Share of the area that would be clear on this date, 0 to 1; null as long as that is not known,
   * and where there is no way to find out. `share_used` is 0 then.
   */
  clear_share: z.number().nullable(),
});

/**
 * Who accepts this type is answered line by line: each is the outlook as it stands, from the
 * catalogue's figures on; the last one is the answer. A failure on the way is a FailedAttempt as the
 * last line.
 */
export const sceneOutlookLinesType = 'application/x-ndjson';

/**
 * POST /api/changedetection/scenes takes the body of an analysis and tells which scenes a run would
 * use, without starting one. The same run checks apply, but for the first.
 */
export const sceneOutlookSchema = z
  .object({
    before: dateScenesSchema,
    after: dateScenesSchema,
    /**
     * Share of the area that would be seen on both dates, 0 to 1: clear in both pictures, and not
     * under snow on one of them. Snow is told by the bands of the scenes that a run would use by
     * itself, and of others by their classification. Null where `clear_share` is null.
     */
    seen_share: z.number().nullable(),
    /** Days before and after each date in which scenes were looked for. */
    window_days: z.number().int(),
    /** False: not all scenes have been looked at; in a last answer, time ran out. */
    is_complete: z.boolean(),
    imagery: z.object({ mode: z.enum(['live', 'demo']), label: z.string() }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'SceneOutlook' });
export type SceneOutlook = z.infer<typeof sceneOutlookSchema>;
