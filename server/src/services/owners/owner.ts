import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Sessions } from '../../platform/session/sessions.ts';
import { identifyVisitor, readVisitor } from '../../platform/session/visitor.ts';

/**
 * The owner of something: an account, or a visitor's browser. A network address is never an owner,
 * since many people may share one.
 */
export type Owner =
  | { readonly accountId: number; readonly visitorId: null }
  | { readonly accountId: null; readonly visitorId: string };

/**
 * Identifies the caller. The reply sets the cookie of a visitor's browser.
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

/** The columns of a table with an owner. Both are null when the owner's account was erased. */
interface Owned {
  readonly accountId: number | null;
  readonly visitorId: string | null;
}

interface Caller {
  readonly sessions: Sessions;
  readonly request: FastifyRequest;
}

interface Refusal {
  readonly code: string;
  /** The message when logging in could help. */
  readonly loggedOut: string;
  readonly loggedIn: string;
}

function belongsTo(
  { accountId, visitorId }: Owned,
  account: { readonly id: number } | undefined,
  request: FastifyRequest,
): boolean {
  if (accountId !== null) return accountId === account?.id;
  return visitorId !== null && visitorId === readVisitor(request);
}

/** Whether something belongs to the caller. The caller of an invalid token owns nothing. */
export async function isOwner({ sessions, request }: Caller, owned: Owned): Promise<boolean> {
  const session = await sessions.read(request);
  return belongsTo(owned, session?.isActivated ? session.account : undefined, request);
}

/**
 * Requires that something belongs to the caller.
 * @throws {ApiFailure} otherwise: 401 when logging in could help, else 403
 */
export async function requireOwner(
  { sessions, request }: Caller,
  owned: Owned,
  refusal: Refusal,
): Promise<void> {
  const account = await sessions.optional(request);
  if (belongsTo(owned, account, request)) return;
  if (owned.accountId !== null && !account) {
    throw new ApiFailure(401, 'not_authenticated', refusal.loggedOut);
  }
  throw new ApiFailure(403, refusal.code, refusal.loggedIn);
}
