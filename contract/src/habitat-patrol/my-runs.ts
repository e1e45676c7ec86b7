import { z } from 'zod';
import { limits } from '../limits.ts';
import { pageQuerySchema } from '../numbers.ts';
import { lineSchema } from '../plain-text.ts';
import { runJudges, runLayers } from './run-kinds.ts';
import { isoDateSchema, runStatusSchema } from './runs.ts';

/** A run in a list. */
export const runSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    status: runStatusSchema,
    startDate: isoDateSchema,
    endDate: isoDateSchema,
    method: z.string(),
    imagery_mode: z.enum(['live', 'demo']),
    created_at: z.string(),
    /** When a visitor's run may be removed; null for a run of an account, which stays. */
    expires_at: z.string().nullable(),
    /** This field and those below are null until the run is done. */
    change_occured: z.boolean().nullable(),
    area_hectares: z.number().nullable(),
    /** The share of the area that was clear on both dates, 0 to 1. Change is known there alone. */
    clear_share: z.number().nullable(),
    changed_hectares: z.number().nullable(),
    /** The address of a picture of 320 × 200 pixels. */
    thumbnail: z.string().nullable(),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummarySchema>;

/** GET /api/changedetection/runs: the caller's own runs, the newest first. */
export const runListQuerySchema = pageQuerySchema({
  usual: limits.habitatPatrol.runsPerPage,
  most: limits.habitatPatrol.maxRunsPerPage,
});

export const runPageSchema = z
  .object({
    total: z.number().int(),
    runs: z.array(runSummarySchema),
    /** Runs of this browser that POST …/runs/claim moves into the account; 0 for visitors. */
    claimable: z.number().int(),
  })
  .meta({ id: 'RunPage' });
export type RunPage = z.infer<typeof runPageSchema>;

/** PATCH /api/changedetection/runs/{id} */
export const runChangesSchema = z
  .strictObject({
    name: lineSchema(limits.habitatPatrol.runNameMaxLength).min(1).optional(),
    judges: z.enum(runJudges).optional().describe('Who may judge its patches.'),
  })
  .refine(
    ({ name, judges }) => name !== undefined || judges !== undefined,
    'Please send a name, or who may judge.',
  );
export type RunChanges = z.infer<typeof runChangesSchema>;

/** DELETE /api/changedetection/runs/{id} */
export const runDeletedSchema = z.object({ id: z.string() });

/** POST /api/changedetection/runs/claim */
export const runsClaimedSchema = z.object({ claimed: z.number().int() });

/**
 * GET, POST and DELETE /api/changedetection/runs/{id}/key, for the run's owner. POST makes a new
 * key and ends an earlier one, DELETE revokes the key, and GET is 404 while there is none.
 */
export const connectionKeySchema = z
  .object({
    key: z.string(),
    created_at: z.string(),
    /** Absolute addresses for a GIS. They don't reveal the run's id. */
    layers: z.array(
      z.object({
        layer: z.enum(runLayers),
        xyz: z.string(),
        tilejson: z.string(),
      }),
    ),
  })
  .meta({ id: 'ConnectionKey' });
export type ConnectionKey = z.infer<typeof connectionKeySchema>;

/** The part of TileJSON 3.0.0 that is used. */
export const tileJsonSchema = z
  .object({
    tilejson: z.literal('3.0.0'),
    name: z.string(),
    attribution: z.string(),
    scheme: z.literal('xyz'),
    tiles: z.array(z.string()),
    minzoom: z.number().int(),
    maxzoom: z.number().int(),
    bounds: z.array(z.number()),
    center: z.array(z.number()),
  })
  .meta({ id: 'TileJson' });
