import { z } from 'zod';
import { keyKinds, keyTargetTypes } from './key-kinds.ts';
import { limits } from './limits.ts';
import { lineSchema } from './plain-text.ts';

const targetIdSchema = z.string().min(1).max(64);

/** POST /api/keys, for who may decide about the target. */
export const keyCreationSchema = z.object({
  target: z.object({
    type: z.enum(keyTargetTypes),
    id: z.union([targetIdSchema, z.number().int().transform(String)]),
  }),
  kind: z.enum(keyKinds),
  name: lineSchema(limits.keys.nameMaxLength).min(1),
});

/** A key as it is listed. The key itself is not stored and can't be shown again. */
export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(keyKinds),
    name: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable().describe('To the hour; null when it was never used.'),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof keySchema>;

/** The reply to POST /api/keys: the only time that the key is shown. */
export const newKeySchema = keySchema
  .extend({ key: z.string(), url: z.string().describe('The address that opens the target.') })
  .meta({ id: 'NewKey' });
export type NewKey = z.infer<typeof newKeySchema>;

/** GET /api/keys: the keys of a target, the oldest first. */
export const keysQuerySchema = z.object({ type: z.enum(keyTargetTypes), id: targetIdSchema });
export const keysSchema = z.array(keySchema);

/** DELETE /api/keys/{id} revokes a key. */
export const keyIdSchema = z.object({ id: z.uuid() });
export const revokedKeySchema = z.object({ id: z.string() });
