import { TransportError } from './transport.ts';

/** A reply's body, whole. Throws TransportError when it is larger than `maxBytes`. */
export async function readAtMost(
  response: Response,
  url: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new TransportError(`${url} answered with more than ${maxBytes} bytes.`, {
        url,
        retryable: false,
        status: response.status,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

interface RangeRequest {
  url: string;
  offset: number;
  length: number;
  /** The most that is read of a reply that holds the whole file. */
  maxBytes: number;
}

/**
 * The bytes asked for, out of a 206, a 200 by a server that ignores ranges, or a 416 past the end.
 * Fewer than asked for only where the resource ends; a body shorter than announced is retryable.
 */
export async function byteRange(response: Response, request: RangeRequest): Promise<Uint8Array> {
  switch (response.status) {
    case 206:
      return partialBody(response, request);
    case 416:
      await response.body?.cancel();
      return new Uint8Array(0);
    default:
      return sliceOfWhole(response, request);
  }
}

async function partialBody(
  response: Response,
  { url, offset, length }: RangeRequest,
): Promise<Uint8Array> {
  const header = response.headers.get('content-range') ?? '';
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header.trim());
  const [first, last] = match ? [Number(match[1]), Number(match[2])] : [Number.NaN, Number.NaN];
  const total = match?.[3] === '*' ? undefined : Number(match?.[3]);
  const expectedEnd = total === undefined ? offset + length : Math.min(offset + length, total);
  const isWhatWasAsked =
    first === offset && last < offset + length && (total === undefined || last + 1 === expectedEnd);
  if (!isWhatWasAsked) {
    await response.body?.cancel();
    throw new TransportError(
      `${url} was asked for bytes ${offset} to ${offset + length - 1} and answered with "${header}".`,
      { url, retryable: true, status: 206 },
    );
  }
  const bytes = await readAtMost(response, url, length);
  const announced = last - first + 1;
  if (bytes.length !== announced) throw truncated(url, bytes.length, announced);
  return bytes;
}

/** Reads only as far as the range reaches, then lets the connection go. */
async function sliceOfWhole(
  response: Response,
  { url, offset, length, maxBytes }: RangeRequest,
): Promise<Uint8Array> {
  const end = offset + length;
  if (end > maxBytes) {
    await response.body?.cancel();
    throw new TransportError(
      `${url} answers with the whole file instead of a range, and the range lies past ${maxBytes} bytes.`,
      { url, retryable: false, status: response.status },
    );
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for await (const chunk of response.body ?? []) {
    const from = Math.max(0, offset - position);
    const to = Math.min(chunk.length, end - position);
    if (to > from) bytes.set(chunk.subarray(from, to), position + from - offset);
    position += chunk.length;
    if (position >= end) return bytes;
  }
  const announced = Number(response.headers.get('content-length') ?? Number.NaN);
  if (position < announced) throw truncated(url, position, announced);
  return bytes.subarray(0, Math.max(0, position - offset));
}

function truncated(url: string, got: number, announced: number): TransportError {
  return new TransportError(`${url} sent ${got} of ${announced} bytes.`, { url, retryable: true });
}
