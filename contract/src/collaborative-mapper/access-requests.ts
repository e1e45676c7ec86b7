import { z } from 'zod';
import { accountIdSchema, mapIdSchema, mapUserSchema } from './maps.ts';

/**
 * POST /api/rrm/access_requests asks the owner of a map to let the caller in. The answer is the same
 * whether or not there is such a map.
 */
export const accessRequestCreationSchema = z.object({ mapID: mapIdSchema });
export const accessRequestedSchema = z.object({ asked: z.literal(true) });

/**
 * A person who asks to be let in, as the map's owner sees it. GET /api/rrm/access_requests lists those that
 * wait, the oldest first, and POST /api/rrm/map_users lets one in.
 */
export const accessRequestSchema = z
  .object({ user: mapUserSchema, asked_at: z.string() })
  .meta({ id: 'AccessRequest' });
export type AccessRequest = z.infer<typeof accessRequestSchema>;

/** DELETE /api/rrm/access_requests, for the owner, declines one. The same person can't ask again for a month. */
export const accessRequestDeclineSchema = z.object({
  mapID: mapIdSchema,
  accountID: accountIdSchema,
});
export const declinedSchema = z.object({ id: z.number().int() });
