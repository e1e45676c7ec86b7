import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './api.ts';
import { ApiFailure } from './failure.ts';

/**
 * The network address of a request, or its /64 network for IPv6, as rate limits count it. A connection
 * that has ended by now has none any more.
 */
export function networkAddressOf(request: FastifyRequest): string {
  const ip: string | undefined = request.ip;
  return ip === undefined ? '' : normalizeIP(ip);
}

export interface RateLimit {
  /** The number of requests that are allowed within the window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** What is counted, such as a username. Default: the network address, for IPv6 its /64 network. */
  readonly keyOf?: (request: FastifyRequest) => string | Promise<string>;
}

/** Counts the request, and throws {@link ApiFailure} 429 with Retry-After when it is one too many. */
export type RateLimitCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Creates a check that counts the requests of each key, by default of each network address. */
export function createRateLimitCheck(app: App, limit: RateLimit): RateLimitCheck {
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.windowSeconds * 1000,
    ...(limit.keyOf && { keyGenerator: limit.keyOf }),
  });
  return async (request, reply) => {
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    const seconds = Math.max(1, result.ttlInSeconds);
    reply.header('retry-after', seconds);
    throw new ApiFailure(
      429,
      'too_many_requests',
      `Too many requests. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    );
  };
}

/** The same with a key that only the route knows, such as the account of the request's token. */
export type KeyedRateLimitCheck = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
) => Promise<void>;

/** Creates a check that counts the requests of each key that its caller gives. */
export function createKeyedRateLimitCheck(
  app: App,
  limit: Omit<RateLimit, 'keyOf'>,
): KeyedRateLimitCheck {
  const keys = new WeakMap<FastifyRequest, string>();
  const check = createRateLimitCheck(app, {
    ...limit,
    keyOf: (request) => keys.get(request) ?? '',
  });
  return async (request, reply, key) => {
    keys.set(request, key);
    await check(request, reply);
  };
}
