import { z } from 'zod';
import { emailSchema } from '../account/account.ts';
import { collaboratorSchema, memberRoles } from './maps.ts';
import { collaboratorAdditionSchema } from './people.ts';

/**
 * POST /api/rrm/invitations, for the owner. A username adds that person at once, as
 * POST /api/rrm/map_users does. An address is mailed a link, whether or not an account has it; an
 * address that was invited before gets a new link, and the one before stops working.
 */
export const invitationCreationSchema = collaboratorAdditionSchema
  .partial({ username: true })
  .extend({ email: emailSchema.optional(), role: z.enum(memberRoles).default('editor') })
  .refine(({ username, email }) => (username === undefined) !== (email === undefined), {
    path: ['username'],
    message: 'Please give either a username or an email address.',
  });

/**
 * An invitation that waits for somebody with its address. GET /api/rrm/invitations lists those of a map for
 * its owner, with those that expired lately.
 */
export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    created_at: z.string(),
    expires_at: z.string(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

/** The invitation that waits, or the person who was added at once. */
export const invitationReplySchema = z.union([
  z.object({ invitation: invitationSchema }),
  z.object({ collaborator: collaboratorSchema }),
]);
export type InvitationReply = z.infer<typeof invitationReplySchema>;

/** The token of the mailed link, for the calls of who holds it. */
export const invitationTokenSchema = z.object({ token: z.string().min(1).max(200) });

/** GET /api/rrm/invitations/mailed tells what a link is, without using it up. */
export const mailedInvitationSchema = z.object({
  /** The name of the map. */
  map: z.string(),
  /** The username of who invites. */
  inviter: z.string(),
  role: z.enum(memberRoles),
  expires_at: z.string(),
});
export type MailedInvitation = z.infer<typeof mailedInvitationSchema>;

/**
 * POST /api/rrm/invitations/accept, by an account that has confirmed the address. Repeated by the same
 * account, it answers the same as long as that account is on the map.
 */
export const acceptedInvitationSchema = z.object({
  mapID: z.number().int(),
  map: z.string(),
  role: z.enum(memberRoles),
});
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;
