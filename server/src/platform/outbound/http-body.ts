import type { Readable } from 'node:stream';
import { HttpError, type HttpReply } from './http-request.ts';

/** Reads a reply's whole body. Throws HttpError if it is larger than `maxBytes`. */
export async function readAtMost(
  { body, status }: HttpReply,
  url: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLong(url, status, maxBytes);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

interface RangeRequest {
  url: string;
  offset: number;
  length: number;
  /** The most bytes that are read of a reply that contains the whole file. */
  maxBytes: number;
}

/**
 * Reads the requested bytes from a 206, from a 200 by a server that ignores ranges, or from a 416
 * past the end. There are fewer bytes only if the resource ends. A body that is shorter than
 * announced is a retryable error.
 */
export async function byteRange(reply: HttpReply, request: RangeRequest): Promise<Uint8Array> {
  switch (reply.status) {
    case 206:
      return partialBody(reply, request);
    case 416:
      reply.body.destroy();
      return new Uint8Array(0);
    default:
      return sliceOfWhole(reply, request);
  }
}

async function partialBody(
  reply: HttpReply,
  { url, offset, length }: RangeRequest,
): Promise<Uint8Array> {
  const header = reply.header('content-range') ?? '';
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header.trim());
  const [first, last] = match ? [Number(match[1]), Number(match[2])] : [Number.NaN, Number.NaN];
  const total = match?.[3] === '*' ? undefined : Number(match?.[3]);
  const expectedEnd = total === undefined ? offset + length : Math.min(offset + length, total);
  const isRequestedRange =
    first === offset && last < offset + length && (total === undefined || last + 1 === expectedEnd);
  if (!isRequestedRange) {
    reply.body.destroy();
    throw new HttpError(
      `was asked for bytes ${offset} to ${offset + length - 1} and answered with "${header}"`,
      { url, retryable: true, status: 206 },
    );
  }
  const announced = last - first + 1;
  // The length is known, so each chunk is copied to its place at once. The buffer is not pooled, so
  // that it can be transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(announced);
  let size = 0;
  await forEachChunk(reply.body, (chunk) => {
    if (size + chunk.length > announced) throw tooLong(url, reply.status, announced);
    bytes.set(chunk, size);
    size += chunk.length;
  });
  if (size !== announced) throw truncated(url, size, announced);
  return bytes;
}

/** Reads only to the end of the range, then closes the connection. */
async function sliceOfWhole(
  { status, header, body }: HttpReply,
  { url, offset, length, maxBytes }: RangeRequest,
): Promise<Uint8Array> {
  const end = offset + length;
  if (end > maxBytes) {
    body.destroy();
    throw new HttpError(
      `answers with the whole file instead of a range, and the range lies past ${maxBytes} bytes`,
      { url, retryable: false, status },
    );
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const from = Math.max(0, offset - position);
    const to = Math.min(chunk.length, end - position);
    if (to > from) bytes.set(chunk.subarray(from, to), position + from - offset);
    position += chunk.length;
    if (position >= end) return bytes;
  }
  const announced = Number(header('content-length') ?? Number.NaN);
  if (position < announced) throw truncated(url, position, announced);
  return bytes.subarray(0, Math.max(0, position - offset));
}

/**
 * Passes each chunk to `use` as it arrives, without an iterator's promise for each. Rejects if the
 * body breaks or `use` throws, and then closes the connection.
 */
function forEachChunk(body: Readable, use: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = new Error('The connection was closed before the end.');
    // Events that happened before are not emitted again.
    if (body.destroyed) reject(body.errored ?? closed);
    body.on('data', (chunk: Uint8Array) => {
      try {
        use(chunk);
      } catch (error) {
        body.destroy();
        reject(error);
      }
    });
    body.once('end', resolve);
    body.once('error', reject);
    body.once('close', () => reject(closed));
  });
}

function tooLong(url: string, status: number, maxBytes: number): HttpError {
  return new HttpError(`answered with more than ${maxBytes} bytes`, {
    url,
    retryable: false,
    status,
  });
}

function truncated(url: string, got: number, announced: number): HttpError {
  return new HttpError(`sent ${got} of ${announced} bytes`, { url, retryable: true });
}
