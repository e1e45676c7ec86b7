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

/**
 * Counts the request, and throws {@link ApiFailure} 429 with Retry-After when it is one too many.
 * @param key what it counts for, such as an account; by default the network address, for IPv6 its /64 network
 */
export type RateLimitCheck = (
  request: FastifyRequest,
  reply: FastifyReply,
  key?: string,
) => Promise<void>;

/** Creates a check that allows so many requests of each key within a time. */
export function createRateLimitCheck(
  app: App,
  { max, windowSeconds }: { readonly max: number; readonly windowSeconds: number },
): RateLimitCheck {
  const keys = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max,
    timeWindow: windowSeconds * 1000,
    keyGenerator: (request) => keys.get(request) ?? '',
  });
  return async (request, reply, key = networkAddressOf(request)) => {
    keys.set(request, key);
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
