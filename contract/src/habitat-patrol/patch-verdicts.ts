import { z } from 'zod';
import { limits } from '../limits.ts';
import { textSchema } from '../plain-text.ts';
import { runJudges, verdicts } from './run-kinds.ts';

/** PUT /api/changedetection/runs/{id}/patches/{number}/verdict */
export const verdictChangeSchema = z.strictObject({
  /** Null takes the verdict back. */
  verdict: z.enum(verdicts).nullable(),
  note: textSchema(limits.habitatPatrol.patchNoteMaxLength).default(''),
});
export type VerdictChange = z.infer<typeof verdictChangeSchema>;

/** What one person says of a patch. */
const patchVerdictSchema = z.object({
  patch: z.number().int().positive(),
  /** Null where the person wrote only a note. */
  verdict: z.enum(verdicts).nullable(),
  note: z.string(),
  /** The account's name. Null for the visitor whose browser ran the analysis. */
  by: z.string().nullable(),
  is_own: z.boolean(),
  /** What the run's owner said counts for the patch, and otherwise what was said last. */
  counts: z.boolean(),
  at: z.string(),
});
export type PatchVerdict = z.infer<typeof patchVerdictSchema>;

/** GET /api/changedetection/runs/{id}/verdicts */
export const runVerdictsSchema = z
  .object({
    judges: z.enum(runJudges),
    may_judge: z.boolean(),
    /** Hectares of change by the verdicts that count. What nobody called real or not real is open. */
    hectares: z.object({ confirmed: z.number(), rejected: z.number(), open: z.number() }),
    /** The newest first. */
    verdicts: z.array(patchVerdictSchema),
  })
  .meta({ id: 'RunVerdicts' });
export type RunVerdicts = z.infer<typeof runVerdictsSchema>;
