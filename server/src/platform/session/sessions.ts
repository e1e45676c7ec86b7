import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/database.ts';
import { account } from '../database/schema/index.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Keys } from './keys.ts';

export type Account = typeof account.$inferSelect;

/** A request's valid token and whose it is. */
export interface Session {
  readonly account: Account;
  /** False until the mailed link was followed: such an account may do nothing but ask who it is. */
  readonly isActivated: boolean;
  /** The token is past half its life: the next reply that can should carry a new one. */
  readonly isDueForRenewal: boolean;
}

export interface Sessions {
  /** A new token for an account, valid until it expires or the account's session version changes. */
  issue(account: Pick<Account, 'id' | 'sessionVersion'>): Promise<string>;
  /** Whose token the request carries; undefined when it carries none or one that is not valid. */
  read(request: FastifyRequest): Promise<Session | undefined>;
  /** @throws {ApiFailure} 401 unless the request carries the token of an activated account */
  require(request: FastifyRequest): Promise<Account>;
  /**
   * For calls that visitors may make too.
   * @returns undefined for a request without a token
   * @throws {ApiFailure} 401 when it carries one that `require` would refuse
   */
  optional(request: FastifyRequest): Promise<Account | undefined>;
}

const lifetimeSeconds = limits.account.sessionTokenHours * 3600;

/** The token in `Authorization: JWT …` or `Authorization: Bearer …`; never one from an address. */
function readToken(request: FastifyRequest): string | undefined {
  return /^(?:JWT|Bearer) +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

function notAuthenticated(): ApiFailure {
  return new ApiFailure(401, 'not_authenticated', messages.notAuthenticated);
}

export function createSessions(database: Database, keys: Keys): Sessions {
  async function find(token: string): Promise<Session | undefined> {
    const verified = await jwtVerify(token, keys.session, { algorithms: ['HS256'] }).catch(
      () => undefined,
    );
    if (!verified) return undefined;
    const { sub, version, iat = 0 } = verified.payload;
    const [found] = await database.orm
      .select()
      .from(account)
      .where(eq(account.id, Number(sub)));
    if (!found || found.sessionVersion !== version) return undefined;
    return {
      account: found,
      isActivated: found.activatedAt !== null,
      isDueForRenewal: Date.now() / 1000 - iat > lifetimeSeconds / 2,
    };
  }

  async function read(request: FastifyRequest): Promise<Session | undefined> {
    const token = readToken(request);
    return token === undefined ? undefined : await find(token);
  }

  async function require(request: FastifyRequest): Promise<Account> {
    const session = await read(request);
    if (!session?.isActivated) throw notAuthenticated();
    return session.account;
  }

  return {
    issue: ({ id, sessionVersion }) =>
      new SignJWT({ version: sessionVersion })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(id))
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(keys.session),
    read,
    require,
    async optional(request) {
      return request.headers.authorization === undefined ? undefined : await require(request);
    },
  };
}
