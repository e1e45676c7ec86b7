import type { FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Account, Sessions } from '../../platform/session/sessions.ts';

/**
 * The account of the request's log-in. If the address has `?id=`, it must name that account.
 * @throws {ApiFailure} 401 without a valid log-in, 403 when it names somebody else
 */
export async function requireOwn(sessions: Sessions, request: FastifyRequest): Promise<Account> {
  const account = await sessions.require(request);
  const { id } = request.query as { id?: unknown };
  if (typeof id === 'string' && id !== '' && id !== String(account.id)) {
    throw new ApiFailure(403, 'not_yours', 'You can sign up your own account only.');
  }
  return account;
}
