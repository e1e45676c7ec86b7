import { z } from 'zod';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { authorSchema, mapIdSchema, uuidSchema } from './maps.ts';
import { operationVerbs, resolutionsSchema } from './operations.ts';

const { collaborativeMapper: cm } = limits;

/**
 * One or more operations that were made together: who made them, what they did, and when. GET
 * /api/rrm/history lists them, the latest first.
 */
export const historyEntrySchema = z
  .object({
    group: z.string(),
    /** The number of the first operation. `seq` is that of the last. */
    first_seq: z.number().int(),
    seq: z.number().int(),
    author: authorSchema.describe('Who made the change. Of an accepted proposal, who proposed it.'),
    accepted_by: authorSchema
      .nullable()
      .describe('Who accepted the proposal; null for a change that was made directly.'),
    at: z.string(),
    /** A sentence for a person, such as "Changed the shape of “Lamar valley”". */
    summary: z.string(),
    verbs: z.array(z.enum(operationVerbs)),
    /** The ids of the first few features that were changed. */
    feature_ids: z.array(z.string()),
    operation_count: z.number().int(),
    proposal: z.string().nullable(),
    /** The group that this one undid, redid or reverted. */
    reverts: z.string().nullable(),
    /**
     * True when the owner can revert the change. Notes, and changes that were reverted already,
     * can't be reverted.
     */
    can_revert: z.boolean(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyQuerySchema = z.object({
  id: mapIdSchema,
  before: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries before this number.'),
  limit: wholeNumberSchema(1, cm.maxHistoryPerPage).default(cm.historyPerPage),
  feature: uuidSchema.optional().describe('Only what changed this feature.'),
});

/**
 * POST /api/rrm/history, for the owner: reverts one change. Later changes are kept; where they
 * conflict, the answer is 409. The reply lists the new operations.
 */
export const revertSchema = z.object({
  id: mapIdSchema,
  group: uuidSchema,
  resolutions: resolutionsSchema,
  client_operation_id: uuidSchema.optional(),
});

/**
 * PUT and POST /api/rrm/undoredo, for the owner: undoes the owner's last change on this map, or
 * redoes the last one that was undone. Both survive a reload. `geometry` may name a feature of the
 * map instead of `mapID`. The reply lists the new operations. It is 409 with code `nothing_to_undo`
 * or `nothing_to_redo`, or with conflicts.
 */
export const undoRedoSchema = z.object({
  mapID: mapIdSchema.optional(),
  geometry: z.unknown().optional(),
  action: z.enum(['undo', 'redo']),
  resolutions: resolutionsSchema,
  client_operation_id: uuidSchema.optional(),
});

/**
 * GET /api/rrm/undoredo, for the owner: the number of steps that can be undone and redone, and the
 * next ones.
 */
export const undoStateSchema = z
  .object({
    undo_count: z.number().int(),
    redo_count: z.number().int(),
    /** Sentences about the next step in each direction; null when there is none. */
    undo: z.string().nullable(),
    redo: z.string().nullable(),
  })
  .meta({ id: 'UndoState' });
export type UndoState = z.infer<typeof undoStateSchema>;
