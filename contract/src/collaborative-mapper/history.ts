import { z } from 'zod';
import { limits } from '../limits.ts';
import { authorSchema, mapIdSchema, uuidSchema } from './maps.ts';
import { operationVerbs, resolutionSchema } from './operations.ts';

const { collaborativeMapper: cm } = limits;

/** Something that was done at once: who, what, when. */
export const historyEntrySchema = z
  .object({
    group: z.string(),
    /** Numbers of its first and last operation. */
    first_seq: z.number().int(),
    seq: z.number().int(),
    author: authorSchema,
    at: z.string(),
    /** A sentence for a person, such as "Changed the shape of Lamar valley". */
    summary: z.string(),
    verbs: z.array(z.enum(operationVerbs)),
    /** The first few of the features that it changed. */
    feature_ids: z.array(z.string()),
    operation_count: z.number().int(),
    proposal: z.string().nullable(),
    /** The group that this one undid, did again or reverted. */
    reverts: z.string().nullable(),
    /** The owner can revert it: it is no note, and was not reverted already. */
    can_revert: z.boolean(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** GET /api/rrm/history: the latest first. */
export const historyQuerySchema = z.object({
  id: mapIdSchema,
  before: z.coerce.number().int().min(1).optional().describe('Only entries before this number.'),
  limit: z.coerce.number().int().min(1).max(cm.maxHistoryPerPage).default(cm.historyPerPage),
});
export const historySchema = z.array(historyEntrySchema);

/**
 * POST /api/rrm/history, for the owner: takes one change back, whatever came after it. Later changes
 * are kept, or are conflicts (409). The reply tells the operations.
 */
export const revertSchema = z.object({
  id: mapIdSchema,
  group: uuidSchema,
  resolutions: z.array(resolutionSchema).max(cm.maxChangesAtOnce).optional(),
  client_operation_id: uuidSchema.optional(),
});

/**
 * PUT and POST /api/rrm/undoredo, for the owner: the last change of their own on this map is undone, or
 * the last one that was undone is done again; both survive a reload. `geometry` may name a feature of
 * the map instead of `mapID`. The reply tells the operations; 409 with code `nothing_to_undo` or
 * `nothing_to_redo`, or with conflicts.
 */
export const undoRedoSchema = z.object({
  mapID: mapIdSchema.optional(),
  geometry: z.unknown().optional(),
  action: z.enum(['undo', 'redo']),
  resolutions: z.array(resolutionSchema).max(cm.maxChangesAtOnce).optional(),
  client_operation_id: uuidSchema.optional(),
});

/** GET /api/rrm/undoredo, for the owner: how many steps each way there are, and what is next. */
export const undoStateQuerySchema = z.object({ id: mapIdSchema });
export const undoStateSchema = z
  .object({
    undo_count: z.number().int(),
    redo_count: z.number().int(),
    /** Sentences about the next step each way; null where there is none. */
    undo: z.string().nullable(),
    redo: z.string().nullable(),
  })
  .meta({ id: 'UndoState' });
export type UndoState = z.infer<typeof undoStateSchema>;
