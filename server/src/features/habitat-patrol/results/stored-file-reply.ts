import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { Bucket } from '../../../platform/storage/bucket.ts';
import type { StoredLocation } from '../../../platform/storage/storage.ts';
import { fileRemoved } from './result-files.ts';

/** What a place of storage answers to the request as it was made. */
interface Found {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Answers with a stored file as a download: byte ranges, conditional requests and HEAD are
 * understood, and nothing is held in memory.
 * @throws {ApiFailure} 404 when it is not there, 416 for a range beyond it
 */
export async function replyWithFile(
  request: FastifyRequest,
  reply: FastifyReply,
  location: StoredLocation,
  { fileName, contentType }: { fileName: string; contentType: string },
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
    throw fileRemoved();
  }
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-cache')
    .send(body);
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

/** What a bucket is asked as it was asked here, and what of its answer is passed on. */
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
  const asked = passedRequestHeaders.map((name) => [name, request.headers[name]]);
  const answer = await new Bucket(bucket).ask({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    key,
    headers: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
    signal: whileWanted(reply),
  });
  const passed = passedReplyHeaders.map((name) => [name, answer.headers.get(name)]);
  return {
    status: answer.status,
    headers: Object.fromEntries(passed.filter(([, value]) => value !== null)),
    body: answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]),
  };
}
