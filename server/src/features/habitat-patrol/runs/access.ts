import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Sessions } from '../../../platform/session/sessions.ts';
import { identifyVisitor, readVisitor } from '../../../platform/visitor/visitor.ts';

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

interface Owned {
  readonly accountId: number | null;
  readonly visitorId: string | null;
}

function belongsTo(
  { accountId, visitorId }: Owned,
  account: { readonly id: number } | undefined,
  request: FastifyRequest,
): boolean {
  if (accountId !== null) return accountId === account?.id;
  return visitorId !== null && visitorId === readVisitor(request);
}

/** Whether the run belongs to whoever asks; a token that is not valid is nobody's. */
export async function isOwner(
  sessions: Sessions,
  request: FastifyRequest,
  run: Owned,
): Promise<boolean> {
  const session = await sessions.read(request);
  return belongsTo(run, session?.isActivated ? session.account : undefined, request);
}

/**
 * @throws {ApiFailure} unless the run belongs to whoever asks: 401 when logging in could help, else
 *   403
 */
export async function requireOwner(
  sessions: Sessions,
  request: FastifyRequest,
  run: Owned,
): Promise<void> {
  const account = await sessions.optional(request);
  if (belongsTo(run, account, request)) return;
  if (run.accountId !== null && !account) {
    throw new ApiFailure(
      401,
      'not_authenticated',
      'Please log in: only the account that started this analysis may do this.',
    );
  }
  throw new ApiFailure(
    403,
    'not_your_run',
    'Only the person who started this analysis may do this.',
  );
}
