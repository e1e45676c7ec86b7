import { randomBytes } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/database.ts';
import { account, endedSession } from '../database/schema/index.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Keys } from './keys.ts';

export type Account = typeof account.$inferSelect;

/** A request's valid token and whose it is. */
export interface Session {
  /** The same in every token that a log-in is renewed by. */
  readonly id: string;
  readonly account: Account;
  /** False until the mailed link was followed: such an account may do nothing but ask who it is. */
  readonly isActivated: boolean;
  /** The token is past half its life: the next reply that can should carry a new one. */
  readonly isDueForRenewal: boolean;
}

export interface Sessions {
  /**
   * A new token for an account, valid until it expires, its session is ended or the account's session
   * version changes.
   * @param sessionId the session that the token renews; without one it begins a session
   */
  issue(account: Pick<Account, 'id' | 'sessionVersion'>, sessionId?: string): Promise<string>;
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
  /** Ends one session: none of its tokens is valid any more. */
  end(session: Session): Promise<void>;
}

const lifetimeSeconds = limits.account.sessionTokenHours * 3600;
/** Says what a token is for, so that none that is made for another end is ever taken for a log-in. */
const audience = 'session';

/** The token in `Authorization: JWT …` or `Authorization: Bearer …`; never one from an address. */
function readToken(request: FastifyRequest): string | undefined {
  return /^(?:JWT|Bearer) +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** What answers whoever is not logged in, or no longer. */
export function notAuthenticated(): ApiFailure {
  return new ApiFailure(401, 'not_authenticated', messages.notAuthenticated);
}

export function createSessions(database: Database, keys: Keys): Sessions {
  const { orm } = database;

  async function find(token: string): Promise<Session | undefined> {
    const verified = await jwtVerify<{ version: number; sid: string }>(token, keys.session, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['sub', 'sid', 'version', 'iat', 'exp'],
    }).catch(() => undefined);
    if (!verified) return undefined;
    const { sub, sid, version, iat = 0 } = verified.payload;
    const [found] = await orm
      .select({
        account,
        isEnded: sql<boolean>`EXISTS (SELECT FROM ${endedSession} WHERE ${endedSession.id} = ${sid})`,
      })
      .from(account)
      .where(eq(account.id, Number(sub)));
    if (!found || found.isEnded || found.account.sessionVersion !== version) return undefined;
    return {
      id: sid,
      account: found.account,
      isActivated: found.account.activatedAt !== null,
      isDueForRenewal: Date.now() / 1000 - iat > lifetimeSeconds / 2,
    };
  }

  /** A request is looked up once, however many parts of it ask. */
  const known = new WeakMap<FastifyRequest, Promise<Session | undefined>>();

  function read(request: FastifyRequest): Promise<Session | undefined> {
    const token = readToken(request);
    if (token === undefined) return Promise.resolve(undefined);
    const session = known.get(request) ?? find(token);
    known.set(request, session);
    return session;
  }

  async function require(request: FastifyRequest): Promise<Account> {
    const session = await read(request);
    if (!session?.isActivated) throw notAuthenticated();
    return session.account;
  }

  return {
    issue: ({ id, sessionVersion }, sessionId = randomBytes(16).toString('base64url')) =>
      new SignJWT({ version: sessionVersion, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setSubject(String(id))
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(keys.session),
    read,
    require,
    async optional(request) {
      return request.headers.authorization === undefined ? undefined : await require(request);
    },
    async end({ id, account: { id: accountId } }) {
      await orm.delete(endedSession).where(lt(endedSession.expiresAt, sql`now()`));
      // A token of the session may have been renewed just now.
      const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000);
      await orm.insert(endedSession).values({ id, accountId, expiresAt }).onConflictDoNothing();
    },
  };
}
