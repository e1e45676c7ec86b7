import { openAsBlob } from 'node:fs';
import { AwsV4Signer } from 'aws4fetch';
import { readAtMost } from '../outbound/http-body.ts';
import { HttpError, type HttpReply, reasonOf, request } from '../outbound/http-request.ts';
import { retry } from '../outbound/retry.ts';

/** A bucket in an S3-compatible service with its credentials, as plain data that threads can take. */
export interface BucketAddress {
  /** The bucket's own address, path style, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The service's refusal of a request. */
export class BucketError extends Error {
  /** The status of the reply, or undefined when there was no reply. */
  readonly status: number | undefined;

  constructor(message: string, options: { status?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'BucketError';
    this.status = options.status;
  }
}

export interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's key; undefined for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly signal?: AbortSignal;
}

const retryOptions = {
  attempts: 5,
  firstDelayMilliseconds: 200,
  maxDelayMilliseconds: 3_200,
};
/** The longest reply that is read as text or as a small file. The service never sends a longer one. */
const mostReplyBytes = 1024 ** 3;
/** The longest time until the reply's headers arrive. It includes sending a large object. */
const timeoutMilliseconds = {
  GET: 15_000,
  HEAD: 15_000,
  DELETE: 15_000,
  PUT: 900_000,
  // Joining the parts of a large object may take minutes.
  POST: 300_000,
};
/** The longest time for reading a whole reply. */
const bodyTimeoutMilliseconds = 60_000;

const schemes: Record<string, string> = { 's3:': 'https:', 's3+http:': 'http:' };

/**
 * Reads `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION]`; `s3+http:` is without encryption.
 * @returns undefined when it is not such an address
 */
export function parseBucketUrl(text: string): BucketAddress | undefined {
  const url = URL.parse(text);
  const protocol = url && schemes[url.protocol];
  if (!protocol || url.host === '' || url.username === '' || url.password === '') return undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  if (!bucket) return undefined;
  try {
    return {
      url: `${protocol}//${url.host}/${bucket}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

/**
 * The signed S3 requests that stored files need, repeated when the service is unreachable or busy.
 * Every call rejects with a {@link BucketError} when the service refuses it or stays away.
 */
export class Bucket {
  readonly #address: BucketAddress;

  constructor(address: BucketAddress) {
    this.#address = address;
  }

  /**
   * Sends a request and returns its reply, which may be a refusal. The reply's body has still to be
   * read or closed.
   * @throws {BucketError} when the service is unreachable or busy; the signal's reason
   */
  async ask(order: ObjectRequest): Promise<HttpReply> {
    try {
      return await retry(() => this.#try(order), retryOptions, order.signal);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const what = nameOf(order);
      const { status, cause } = error.cause instanceof HttpError ? error.cause : error;
      if (status !== undefined) {
        throw new BucketError(`The storage answered ${what} with HTTP status ${status}.`, {
          status,
        });
      }
      const sentence = `The storage can't be reached for ${what} (${reasonOf(cause)}).`;
      throw new BucketError(sentence, { cause });
    }
  }

  async #try(order: ObjectRequest): Promise<HttpReply> {
    const { method, body, signal } = order;
    const { url, headers } = await this.#signed(order);
    const seconds = timeoutMilliseconds[method] / 1000;
    const head = new AbortController();
    const timer = setTimeout(() => head.abort(), timeoutMilliseconds[method]);
    try {
      const reply = await request(
        url,
        { method, headers, ...(body && { body }) },
        signal ? AbortSignal.any([signal, head.signal]) : head.signal,
      );
      const { status } = reply;
      if (status < 500 && status !== 429) return reply;
      reply.body.resume();
      const details = { url: url.href, retryable: true, status };
      throw new HttpError(`answered with HTTP status ${status}`, details);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof HttpError) throw error;
      const cause = head.signal.aborted ? new Error(`no answer within ${seconds} s`) : error;
      throw new HttpError("can't be reached", { url: url.href, retryable: true, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async #signed({ method, key, query, headers }: ObjectRequest) {
    const { url: root, region, accessKeyId, secretAccessKey } = this.#address;
    const url = new URL(key === undefined ? root : `${root}/${key}`);
    url.search = new URLSearchParams(query).toString();
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
      ...(headers && { headers: { ...headers } }),
    }).sign();
    return { url: signed.url, headers: Object.fromEntries(signed.headers) };
  }

  /** Stores a local file. */
  async put(key: string, path: string, signal?: AbortSignal): Promise<void> {
    const body = await openAsBlob(path);
    await this.#send([200], { method: 'PUT', key, body, ...(signal && { signal }) });
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    await this.#send([200], { method: 'PUT', key, body: blobOf(bytes) });
  }

  /** Begins an object of several parts, and returns the upload's id. */
  async beginParts(key: string): Promise<string> {
    const reply = await this.#expect([200], { method: 'POST', key, query: { uploads: '' } });
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await textOf(reply))?.[1];
    if (!id) throw new BucketError(`The storage began no upload of ${key}.`, {});
    return id;
  }

  /** Stores a part, numbered from 1, and returns the tag by which `joinParts` knows it. */
  async putPart(key: string, uploadId: string, part: number, bytes: Uint8Array): Promise<string> {
    const query = { partNumber: `${part}`, uploadId };
    const reply = await this.#send([200], { method: 'PUT', key, query, body: blobOf(bytes) });
    return reply.header('etag') ?? '';
  }

  /** Joins parts in the order of their tags. Each part except the last must have at least 5 MiB. */
  async joinParts(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`]);
    const reply = await this.#expect([200], { method: 'POST', key, query: { uploadId }, body });
    // S3 sends status 200 before it has joined the parts, so an error may follow in the body.
    const fault = /<Error>.*?<Code>([^<]*)<\/Code>/s.exec(await textOf(reply))?.[1];
    if (fault) throw new BucketError(`The storage could not put ${key} together (${fault}).`, {});
  }

  /** Discards the parts of an object that was not joined. It is no error when there are none. */
  async dropParts(key: string, uploadId: string): Promise<void> {
    await this.#send([200, 204, 404], { method: 'DELETE', key, query: { uploadId } });
  }

  /** Reads a whole object into memory; undefined when it does not exist. */
  async read(key: string): Promise<Uint8Array | undefined> {
    const signal = AbortSignal.timeout(bodyTimeoutMilliseconds);
    const reply = await this.#expect([200, 404], { method: 'GET', key, signal });
    if (reply.status === 200) return await bytesOf(reply);
    reply.body.resume();
    return undefined;
  }

  /** The size of an object in bytes; undefined when it does not exist. */
  async sizeOf(key: string): Promise<number | undefined> {
    const reply = await this.#send([200, 404], { method: 'HEAD', key });
    return reply.status === 200 ? Number(reply.header('content-length')) : undefined;
  }

  /** Removes an object. It is no error when it does not exist. */
  async remove(key: string): Promise<void> {
    await this.#send([200, 204, 404], { method: 'DELETE', key });
  }

  /** Lists the keys that begin with a prefix. The limit of 1,000 is more than any stored folder has. */
  async list(prefix: string, most = 1_000): Promise<string[]> {
    const query = { 'list-type': '2', 'max-keys': `${most}`, prefix };
    const reply = await this.#expect([200], { method: 'GET', query });
    // Keys of stored files contain no character that XML would escape.
    return [...(await textOf(reply)).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
  }

  async #send(statuses: readonly number[], order: ObjectRequest): Promise<HttpReply> {
    const reply = await this.#expect(statuses, order);
    reply.body.resume();
    return reply;
  }

  async #expect(statuses: readonly number[], order: ObjectRequest): Promise<HttpReply> {
    const reply = await this.ask(order);
    const { status } = reply;
    if (statuses.includes(status)) return reply;
    const code = /<Code>([^<]*)<\/Code>/.exec(await textOf(reply))?.[1];
    throw new BucketError(
      `The storage answered ${nameOf(order)} with HTTP status ${status}${code ? ` (${code})` : ''}.`,
      { status },
    );
  }
}

const blobOf = (bytes: Uint8Array) => new Blob([bytes]);

const nameOf = ({ method, key }: ObjectRequest) => `${method} ${key ?? 'of the bucket'}`;

const bytesOf = (reply: HttpReply) => readAtMost(reply, 'The storage', mostReplyBytes);

async function textOf(reply: HttpReply): Promise<string> {
  return new TextDecoder().decode(await bytesOf(reply));
}
