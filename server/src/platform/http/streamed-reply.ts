import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Takes a reply over from Fastify to write it piece by piece. The caller of this function must end
 * the reply. Data written after the client has disconnected is dropped without an error.
 */
export function takeOver(reply: FastifyReply, contentType: string): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => {});
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': contentType,
    'cache-control': 'no-store',
    // Without this header nginx would buffer the pieces.
    'x-accel-buffering': 'no',
  });
  return raw;
}
