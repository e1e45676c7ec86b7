import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '../config.ts';
import type { App } from '../http/api.ts';
import { createRateLimitCheck, networkAddressOf } from '../http/rate-limits.ts';
import type { Sessions } from './sessions.ts';

type Stem<Name extends string> = Name extends `${infer Start}PerAccount`
  ? `${Start}PerAddress` extends keyof RateLimits
    ? Start
    : never
  : never;

/** A rate limit that exists both per account and per address, such as `exportsPerMinute`. */
export type CallerLimit = Extract<Stem<keyof RateLimits>, `${string}PerMinute`>;

/**
 * The key under which a caller is counted: the account, or the network address of a visitor (for IPv6
 * its /64 network). People behind one address don't use up each other's limits when they are logged in.
 */
export async function callerOf(sessions: Sessions, request: FastifyRequest): Promise<string> {
  const session = await sessions.read(request);
  return session?.isActivated ? `account ${session.account.id}` : networkAddressOf(request);
}

/** Creates a check that counts people who are logged in by account, and visitors by address. */
export function createCallerLimitCheck(
  app: App,
  parts: { readonly config: { readonly rateLimits: RateLimits }; readonly sessions: Sessions },
  limit: CallerLimit,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { config, sessions } = parts;
  const perMinute = (max: number) => createRateLimitCheck(app, { max, windowSeconds: 60 });
  const ofAccount = perMinute(config.rateLimits[`${limit}PerAccount`]);
  const ofAddress = perMinute(config.rateLimits[`${limit}PerAddress`]);
  return async (request, reply) => {
    const caller = await callerOf(sessions, request);
    await (caller.startsWith('account ') ? ofAccount : ofAddress)(request, reply, caller);
  };
}
