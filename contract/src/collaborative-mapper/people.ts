import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  accountIdSchema,
  collaboratorSchema,
  mapIdSchema,
  mapUserSchema,
  memberRoles,
} from './maps.ts';

const { collaborativeMapper: cm } = limits;

/** GET /api/rrm/map_users. `query_string` is part of a username, for `available_collaborators`. */
export const mapUsersQuerySchema = z.object({
  id: mapIdSchema,
  type: z.enum(['owner', 'collaborators', 'available_collaborators']),
  query_string: z.string().trim().max(cm.searchMaxLength).default(''),
});
/** An object whose only key is the type that was asked for. */
export const mapUsersSchema = z.union([
  z.object({ owner: z.array(mapUserSchema) }),
  z.object({ collaborators: z.array(collaboratorSchema) }),
  z.object({ available_collaborators: z.array(mapUserSchema) }),
]);

/**
 * POST /api/rrm/map_users, for the owner, adds a collaborator, or gives a collaborator another role.
 * The reply is the list of collaborators.
 */
export const collaboratorAdditionSchema = z.object({
  mapID: mapIdSchema,
  username: z.string().trim().min(1).max(limits.account.usernameMaxLength),
  role: z
    .enum(memberRoles)
    .optional()
    .describe('Default: editor for a new collaborator; another one keeps their role.'),
});

/**
 * POST /api/rrm/hand_over, for the owner, makes a collaborator the owner. The caller stays as a reviewer.
 * The reply is the map.
 */
export const handOverSchema = collaboratorAdditionSchema.omit({ role: true });

/** DELETE /api/rrm/map_users, for the owner. A collaborator may also leave. */
export const collaboratorRemovalSchema = z.object({
  mapID: mapIdSchema,
  editorID: accountIdSchema,
});
