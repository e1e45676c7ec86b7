import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether the caller already has the content of this entity tag. The comparison is the weak one of
 * RFC 9110, 13.1.2, because proxies that compress make tags weak.
 */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(/\s*,\s*/);
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Answers 304 without body and content type, because a cache would store them with its copy. */
export function answerNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}
