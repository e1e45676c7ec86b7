import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'visitor';
const yearSeconds = 365 * 24 * 3600;

/** The id in the visitor cookie; undefined without one that this server has signed. */
export function readVisitor(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[cookieName];
  const unsigned = cookie === undefined ? undefined : request.unsignCookie(cookie);
  return unsigned?.valid ? (unsigned.value ?? undefined) : undefined;
}

/**
 * Identifies browsers of people without an account by a signed cookie that scripts can't read. The
 * first call for a browser sets the cookie, with the flags that the product uses for all cookies.
 * @returns a UUID, the same for every request of one browser
 */
export function identifyVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const known = readVisitor(request);
  if (known !== undefined) return known;
  const fresh = randomUUID();
  reply.setCookie(cookieName, fresh, {
    signed: true,
    maxAge: yearSeconds,
  });
  return fresh;
}
