import { z } from 'zod';
import { confidences } from './confidence.ts';
import { isoDateSchema } from './runs.ts';

/** How far the dating of a run's patches is; `none` for a run whose patches are not dated. */
export const datingStates = ['none', 'waiting', 'running', 'done', 'failed'] as const;

/** GET /api/changedetection/runs/{id}/dates */
export const runDatingSchema = z
  .object({
    state: z.enum(datingStates),
    /** The share that is done, 0 to 1. */
    share: z.number(),
    /** How many of the run's patches are dated, the largest first. */
    patch_count: z.number().int(),
    /** The patches that were looked at so far. */
    patches: z.array(
      z.object({
        patch: z.number().int(),
        /** As of a patch; null where no scene tells it. */
        first_seen: isoDateSchema.nullable(),
        last_unchanged: isoDateSchema.nullable(),
        /** As of a patch; null where scenes do not tell it, and missing in what earlier versions found out. */
        later_changed: z.boolean().nullish(),
        later_seen: isoDateSchema.nullish(),
        /** Its confidence with what later scenes show. Missing where that is the run's own. */
        confidence: z.number().optional(),
        confidence_class: z.enum(confidences).optional(),
      }),
    ),
  })
  .meta({ id: 'RunDating' });
export type RunDating = z.infer<typeof runDatingSchema>;
export type DatedPatch = RunDating['patches'][number];
