import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bucket } from '../storage/bucket.ts';
import type { StoredLocation } from '../storage/storage.ts';
import { ApiFailure } from './failure.ts';
import { whileWanted } from './leaving.ts';

/** The storage's answer to the request's method and headers. */
interface Found {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Answers with a stored file as a download. It supports byte ranges, conditional requests and HEAD,
 * and streams the file without holding it in memory.
 * @param options.missing what is answered when it is not there
 * @throws {ApiFailure} 416 for a range beyond the file
 */
export async function replyWithFile(
  request: FastifyRequest,
  reply: FastifyReply,
  location: StoredLocation,
  {
    fileName,
    contentType,
    missing,
  }: { fileName: string; contentType: string; missing: () => ApiFailure },
): Promise<FastifyReply> {
  const { status, headers, body } =
    location.kind === 'file'
      ? await findFile(request, location)
      : await findObject(request, reply, location);
  if (status === 416) {
    body.destroy();
    reply.header('content-range', headers['content-range'] ?? 'bytes */*');
    throw new ApiFailure(416, 'range_not_satisfiable', 'The file has no such range.');
  }
  if (status >= 400) {
    body.destroy();
    throw missing();
  }
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', contentType)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'no-cache')
    .send(body);
}

/** Writes the file name in Unicode, and in ASCII for other programs (RFC 6266, appendix D). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const letters = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  const isPlain = plain === fileName;
  return `attachment; filename="${plain}"${isPlain ? '' : `; filename*=UTF-8''${letters}`}`;
}

async function findFile(
  request: FastifyRequest,
  { path }: Extract<StoredLocation, { kind: 'file' }>,
): Promise<Found> {
  const { statusCode, headers, stream } = await send(
    request.raw,
    encodeURIComponent(basename(path)),
    { root: dirname(path), cacheControl: false, contentType: false },
  );
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: statusCode, headers: Object.fromEntries(named), body: stream };
}

/** Headers that are passed on to the bucket, and headers of its answer that are passed back. */
const passedRequestHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const passedReplyHeaders = [
  'accept-ranges',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
];

async function findObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { bucket, key }: Extract<StoredLocation, { kind: 'object' }>,
): Promise<Found> {
  const sent = passedRequestHeaders.map((name) => [name, request.headers[name]]);
  const answer = await new Bucket(bucket).ask({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    key,
    headers: Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
    signal: whileWanted(reply),
  });
  const passed = passedReplyHeaders.map((name) => [name, answer.header(name)]);
  return {
    status: answer.status,
    headers: Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
    body: answer.body,
  };
}
