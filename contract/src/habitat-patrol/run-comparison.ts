import { z } from 'zod';
import { limits } from '../limits.ts';
import { boxSchema, wholeNumberSchema } from '../numbers.ts';
import { patchSchema } from './run-patches.ts';

/** GET /api/changedetection/runs/{id}/comparison */
export const comparisonQuerySchema = z.object({
  with: z.string().max(64).describe('The id of the other run.'),
});

/** GET /api/changedetection/runs/{id}/comparison.geojson */
export const comparisonFileQuerySchema = comparisonQuerySchema.extend({
  limit: wholeNumberSchema(1, limits.habitatPatrol.maxListedPatches)
    .default(limits.habitatPatrol.maxListedPatches)
    .describe('The most patches of each kind, the largest first.'),
});

const comparedRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  before_date: z.string(),
  after_date: z.string(),
  method: z.string(),
});

/** A patch whose hectares are measured from its outline. */
const comparedPatchSchema = patchSchema
  .extend({
    run: z.string().describe('The id of the run that the patch is of.'),
    matches: z
      .array(z.number().int())
      .describe('Numbers of the patches of the other run that are the same.'),
    shared_hectares: z.number().describe('The ground that it shares with them.'),
  })
  .meta({ id: 'ComparedPatch' });
export type ComparedRunPatch = z.infer<typeof comparedPatchSchema>;

const totalSchema = z.object({ patches: z.number().int(), hectares: z.number() });

export const runComparisonSchema = z
  .object({
    /** The run whose second date is earlier. */
    earlier: comparedRunSchema,
    later: comparedRunSchema,
    common_hectares: z.number().describe('The ground that both runs looked at.'),
    /** Of both areas. */
    bbox: boxSchema,
    totals: z.object({
      new: totalSchema,
      gone: totalSchema,
      same: totalSchema.describe('Of the later run.'),
      same_earlier: totalSchema,
      shared_hectares: z.number().describe('The ground of the same patches in both runs.'),
      hidden: totalSchema.describe('Of either run.'),
      elsewhere: totalSchema.describe('Where only one of the runs looked: these are not listed.'),
    }),
    new: z.array(comparedPatchSchema).describe('Patches of the later run alone.'),
    gone: z.array(comparedPatchSchema).describe('Patches of the earlier run alone.'),
    same: z.array(comparedPatchSchema).describe('Patches of the later run that both have.'),
    hidden: z
      .array(comparedPatchSchema)
      .describe('Patches of one run of which the other, because of clouds, saw less than half.'),
  })
  .meta({ id: 'RunComparison' });
export type RunComparison = z.infer<typeof runComparisonSchema>;
