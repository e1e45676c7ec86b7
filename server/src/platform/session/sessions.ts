import { limits } from '@refugia/contract/limits.ts';
import { eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/database.ts';
import { account, endedSession } from '../database/schema/index.ts';
import { notAuthenticated } from '../http/failure.ts';
import { newId } from '../new-id.ts';
import { notify } from '../notify/notices.ts';
import type { Keys } from './keys.ts';

export type Account = typeof account.$inferSelect;

/** The session of a request's valid token. */
export interface Session {
  /** The session's id, which stays the same when its token is renewed. */
  readonly id: string;
  readonly account: Account;
  /** False until the mailed link is followed. Until then the account may only ask who it is. */
  readonly isActivated: boolean;
  /** The token has passed half of its life. The next reply that can carry a new token should do so. */
  readonly isDueForRenewal: boolean;
}

export interface Sessions {
  /**
   * A new token for an account, valid until it expires, its session is ended or the account's session
   * version changes.
   * @param sessionId the session that the token renews; without one it begins a session
   */
  issue(account: Pick<Account, 'id' | 'sessionVersion'>, sessionId?: string): Promise<string>;
  /** The session of the request's token, or undefined without a valid token. */
  read(request: FastifyRequest): Promise<Session | undefined>;
  /** The same for a token that comes otherwise, such as in the first message of a WebSocket. */
  verify(token: string): Promise<Session | undefined>;
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

/** Tells every process which session has ended, so that it closes what the session had opened. */
export const sessionEndedChannel = 'session_ended';

const lifetimeSeconds = limits.account.sessionTokenHours * 3600;
/** The audience in session tokens, so that tokens for another purpose are never a log-in. */
const audience = 'session';

/** The token in `Authorization: JWT …` or `Authorization: Bearer …`; never one from an address. */
function readToken(request: FastifyRequest): string | undefined {
  return /^(?:JWT|Bearer) +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
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

  /** The session of each request is looked up once, however many parts of the code ask for it. */
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
    issue: ({ id, sessionVersion }, sessionId = newId()) =>
      new SignJWT({ version: sessionVersion, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setSubject(String(id))
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(keys.session),
    read,
    verify: find,
    require,
    async optional(request) {
      return request.headers.authorization === undefined ? undefined : await require(request);
    },
    async end({ id, account: { id: accountId } }) {
      await orm.delete(endedSession).where(lt(endedSession.expiresAt, sql`now()`));
      // The expiry counts from now because a token of the session may just have been renewed.
      const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000);
      await orm.transaction(async (transaction) => {
        await transaction
          .insert(endedSession)
          .values({ id, accountId, expiresAt })
          .onConflictDoNothing();
        await notify(transaction, sessionEndedChannel, { id });
      });
    },
  };
}
