import { basename, dirname } from 'node:path';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { StoredLocation } from '../../platform/storage/storage.ts';

/**
 * Answers with a stored file as a download: byte ranges, conditional requests and HEAD are
 * understood, and nothing is held in memory.
 * @throws {ApiFailure} 404 when it is not there, 416 for a range beyond it
 */
export async function replyWithFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path }: StoredLocation,
  { fileName, contentType }: { fileName: string; contentType: string },
): Promise<FastifyReply> {
  const found = await send(request.raw, encodeURIComponent(basename(path)), {
    root: dirname(path),
    cacheControl: false,
    contentType: false,
  });
  if (found.type !== 'file') {
    if (found.statusCode === 416) {
      reply.header('content-range', found.headers['Content-Range'] ?? 'bytes */*');
      throw new ApiFailure(416, 'range_not_satisfiable', 'The file has no such range.');
    }
    throw new ApiFailure(404, 'file_not_found', 'This file has been removed.');
  }
  return reply
    .code(found.statusCode)
    .headers(found.headers)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-cache')
    .send(found.stream);
}
