import {
  acceptedInvitationSchema,
  type Invitation,
  invitationCreationSchema,
  invitationReplySchema,
  invitationSchema,
  invitationTokenSchema,
  mailedInvitationSchema,
} from '@refugia/contract/collaborative-mapper/invitations.ts';
import {
  deletedSchema,
  itemQuerySchema,
  type MemberRole,
  mapQuerySchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createRateLimitCheck } from '../../../platform/http/rate-limits.ts';
import type { MailMessage } from '../../../platform/mail/message.ts';
import { mapNotFound } from './access.ts';
import {
  acceptInvitation,
  countInvitations,
  endInvitation,
  findInvitation,
  findMailedInvitation,
  type InvitationRow,
  insertInvitation,
  isAddressOf,
  listInvitations,
} from './invitation-queries.ts';
import { forAccounts, generalCalls, type MapContext } from './map-context.ts';
import { findMemberRole, type MapRow } from './map-queries.ts';
import { addPerson, requirePlace } from './member-routes.ts';
import { describeCollaborator } from './people.ts';

const { invitationDays, maxInvitations } = limits.collaborativeMapper;

function describeInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.address ?? '',
    role: row.role,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    is_expired: row.expiresAt <= new Date(),
  };
}

const asRole: Record<MemberRole, string> = {
  viewer: 'as a viewer, who reads and comments',
  editor: 'as an editor, who also proposes changes',
  reviewer: 'as a reviewer, who also decides about proposals',
};

function invitationMail(
  { config }: Pick<MapContext['platform'], 'config'>,
  sent: { address: string; role: MemberRole; token: string; map: MapRow; inviter: string },
): MailMessage {
  const { address, role, token, map, inviter } = sent;
  return {
    to: address,
    subject: `Invitation to the map "${map.name}"`,
    parts: [
      'Hello,',
      `${inviter} invites you to the map "${map.name}" on ${config.brandName}, ${asRole[role]}.`,
      { label: 'Open the map', url: new URL(`/invitations/${token}`, config.publicUrl).href },
      `The link works within ${invitationDays} days, for an account with the address ${address}. You can make one there if you have none.`,
      `If you don't know ${inviter}, no action is needed.`,
    ],
  };
}

/** Registers the routes by which a map's owner invites people, and by which they accept. */
export function registerInvitations(app: App, context: MapContext): void {
  const { orm, own, platform } = context;
  const { rateLimits } = platform.config;
  const perHour = (max: number) => createRateLimitCheck(app, { max, windowSeconds: 3600 });
  const ofAccount = perHour(rateLimits.invitationsPerHourPerAccount);
  const ofRecipient = perHour(rateLimits.invitationsPerHourPerRecipient);

  app.post(
    '/api/rrm/invitations',
    forAccounts('Invite somebody to a map of your own, by username or by email address', {
      description:
        'A username is added at once. An address is mailed a link, and the answer does not depend on whether an account has it.',
      body: invitationCreationSchema,
      response: { 200: invitationReplySchema, ...errorReplies(409, 429) },
    }),
    async (request, reply) => {
      const { mapID, username, email, role } = request.body;
      const { map, account } = await own(request, mapID);
      if (username !== undefined) {
        const person = await addPerson(orm, map, { username, role });
        return { collaborator: describeCollaborator({ ...person, role }) };
      }
      // The schema requires an address where there is no username.
      if (email === undefined) throw mapNotFound();
      if (isAddressOf(account, email)) await requirePlace(orm, map, account.id);
      if ((await countInvitations(orm, map.id)) >= maxInvitations) {
        const sentence = `At most ${maxInvitations} invitations to a map can wait. Please withdraw one first.`;
        throw new ApiFailure(409, 'too_many_invitations', sentence);
      }
      await ofAccount(request, reply, String(account.id));
      await ofRecipient(request, reply, email.toLowerCase());
      const invitation = await orm.transaction(async (transaction) => {
        const values = { mapId: map.id, inviterId: account.id, role, address: email };
        const made = await insertInvitation(transaction, values);
        if (!made) throw mapNotFound();
        const sent = { address: email, role, token: made.token, map, inviter: account.username };
        await platform.mailer.send(invitationMail(platform, sent), transaction);
        return made.invitation;
      });
      return { invitation: describeInvitation(invitation) };
    },
  );

  registerWaiting(app, context);
  registerAccepting(app, context);
}

function registerWaiting(app: App, { orm, own, platform }: MapContext): void {
  app.get(
    '/api/rrm/invitations',
    forAccounts('The invitations to a map of your own that wait', {
      querystring: mapQuerySchema,
      response: { 200: invitationSchema.array() },
    }),
    async (request, reply) => {
      const { map } = await own(request, request.query.id);
      reply.header('cache-control', 'no-store');
      return (await listInvitations(orm, map.id)).map(describeInvitation);
    },
  );

  app.delete(
    '/api/rrm/invitations/:id',
    forAccounts('Withdraw an invitation to a map of your own: its link stops working', {
      params: itemQuerySchema,
      response: { 200: deletedSchema },
    }),
    async (request) => {
      const { id } = request.params;
      await platform.sessions.require(request);
      const invitation = await findInvitation(orm, id);
      const noInvitation = () =>
        new ApiFailure(404, 'invitation_not_found', 'There is no such invitation any more.');
      if (!invitation) throw noInvitation();
      await own(request, invitation.mapId);
      if (!(await endInvitation(orm, id, 'withdrawn'))) throw noInvitation();
      return { id };
    },
  );
}

const refusedLinks = {
  invitation_not_found: [
    404,
    'This invitation is not valid: its link is not complete, or a newer mail has replaced it.',
  ],
  invitation_used: [410, 'This invitation was accepted already. It works once.'],
  invitation_withdrawn: [
    410,
    'This invitation was withdrawn. Please ask the map’s owner about it.',
  ],
  invitation_expired: [
    410,
    'This invitation has expired. Please ask the map’s owner for a new one.',
  ],
  other_address: [
    403,
    'This invitation was sent to another address than the one of your account. Please log in with the account of that address, or make one with it.',
  ],
} as const;

function refusedLink(code: keyof typeof refusedLinks): ApiFailure {
  const [status, sentence] = refusedLinks[code];
  return new ApiFailure(status, code, sentence);
}

/** @throws {ApiFailure} 404 for a link that is none, 410 for one that does not work any more */
async function requireMailed(orm: MapContext['orm'], token: string) {
  const found = await findMailedInvitation(orm, token);
  if (!found) throw refusedLink('invitation_not_found');
  const { invitation, map, inviter } = found;
  if (!map || invitation.status === 'withdrawn') throw refusedLink('invitation_withdrawn');
  if (invitation.status === 'waiting' && invitation.expiresAt <= new Date()) {
    throw refusedLink('invitation_expired');
  }
  return { invitation, map, inviter };
}

function registerAccepting(app: App, { orm, platform }: MapContext): void {
  const followLink = createRateLimitCheck(app, {
    max: platform.config.rateLimits.linksPerMinutePerAddress,
    windowSeconds: 60,
  });
  const failures = errorReplies(400, 404, 410, 429);

  app.get(
    '/api/rrm/invitations/mailed',
    generalCalls.withoutToken('What a mailed invitation is; it is not used up', {
      querystring: invitationTokenSchema,
      response: { 200: mailedInvitationSchema, ...failures },
    }),
    async (request, reply) => {
      await followLink(request, reply);
      reply.header('cache-control', 'no-store');
      const { invitation, map, inviter } = await requireMailed(orm, request.query.token);
      if (invitation.status === 'accepted') throw refusedLink('invitation_used');
      const { role, expiresAt } = invitation;
      return { map: map.name, inviter, role, expires_at: expiresAt.toISOString() };
    },
  );

  app.post(
    '/api/rrm/invitations/accept',
    generalCalls.forAccounts('Accept a mailed invitation to a map', {
      body: invitationTokenSchema,
      response: { 200: acceptedInvitationSchema, ...failures, ...errorReplies(401, 403, 409) },
    }),
    async (request, reply) => {
      const account = await platform.sessions.require(request);
      await followLink(request, reply);
      const { invitation, map } = await requireMailed(orm, request.body.token);
      const isOwn = isAddressOf(account, invitation.address);
      if (invitation.status === 'waiting') {
        if (!isOwn) throw refusedLink('other_address');
        await requirePlace(orm, map, account.id);
        await orm.transaction((transaction) =>
          acceptInvitation(transaction, { invitation, map }, account.id),
        );
      }
      // Whoever accepted it before, and is on the map, is led there again.
      const role = await findMemberRole(orm, map.id, account.id);
      if (!role) throw refusedLink('invitation_used');
      return { mapID: map.id, map: map.name, role };
    },
  );
}
