import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Takes a reply over from Fastify, to be written piece by piece. Whoever takes it over ends it; what is
 * written after its caller has gone is lost without an error.
 */
export function takeOver(reply: FastifyReply, contentType: string): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => {});
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': contentType,
    'cache-control': 'no-store',
    // nginx would hold the pieces back until there are many.
    'x-accel-buffering': 'no',
  });
  return raw;
}
