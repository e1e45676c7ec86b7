import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Sessions } from '../../platform/session/sessions.ts';
import { identifyVisitor, readVisitor } from '../../platform/visitor/visitor.ts';

/** Whose a run is: an account's, or a browser's. Never an address's, which many may share. */
export type Owner =
  | { readonly accountId: number; readonly visitorId: null }
  | { readonly accountId: null; readonly visitorId: string };

/**
 * Who asks for a run. A visitor's browser is given its cookie by the reply.
 * @throws {ApiFailure} 401 for a token that is not valid
 */
export async function identifyOwner(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Owner> {
  const account = await sessions.optional(request);
  if (account) return { accountId: account.id, visitorId: null };
  return { accountId: null, visitorId: identifyVisitor(request, reply) };
}

/** @throws {ApiFailure} 403 unless the run belongs to whoever asks */
export async function requireOwner(
  sessions: Sessions,
  request: FastifyRequest,
  run: { readonly accountId: number | null; readonly visitorId: string | null },
): Promise<void> {
  const account = await sessions.optional(request);
  const isOwner =
    run.accountId === null
      ? run.visitorId !== null && run.visitorId === readVisitor(request)
      : run.accountId === account?.id;
  if (isOwner) return;
  throw new ApiFailure(
    403,
    'not_your_run',
    'Only the person who started this analysis may stop it.',
  );
}
