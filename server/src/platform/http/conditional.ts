import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether the caller has what this entity tag names: the weak comparison of RFC 9110, 13.1.2, since
 * proxies that compress make tags weak.
 */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(/\s*,\s*/);
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** With neither body nor type: a cache would take them for those of what it keeps. */
export function answerNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}
