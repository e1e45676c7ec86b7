import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/**
 * The address of a bucket in an S3-compatible service, with its credentials. It is plain data, so
 * that it can be sent to a thread.
 */
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

const attempts = 5;
/** The pause before the second attempt. It doubles with each further attempt. */
const retryMilliseconds = 200;
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
 * The signed S3 requests that stored files need. They are repeated when the service is unreachable
 * or busy.
 */
export class Bucket {
  readonly address: BucketAddress;
  readonly #client: AwsClient;

  constructor(address: BucketAddress) {
    this.address = address;
    const { region, accessKeyId, secretAccessKey } = address;
    const credentials = { accessKeyId, secretAccessKey };
    this.#client = new AwsClient({ ...credentials, region, service: 's3', retries: 0 });
  }

  /**
   * Any reply below 500, refusals too, with its body unread.
   * @throws {BucketError} when none comes; the signal's reason
   */
  async ask(request: ObjectRequest): Promise<Response> {
    const { method, key, signal } = request;
    const what = `${method} ${key ?? 'of the bucket'}`;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#try(request);
      signal?.throwIfAborted();
      if (outcome instanceof Response && outcome.status < 500 && outcome.status !== 429) {
        return outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      if (attempt === attempts) {
        throw outcome instanceof Response
          ? new BucketError(`The storage answered ${what} with HTTP status ${outcome.status}.`, {
              status: outcome.status,
            })
          : new BucketError(`The storage can't be reached for ${what} (${reasonOf(outcome)}).`, {
              cause: outcome,
            });
      }
      await delay(retryMilliseconds * 2 ** (attempt - 1), undefined, { signal });
    }
  }

  async #try({ method, key, query, headers, body, signal }: ObjectRequest): Promise<unknown> {
    const url = new URL(key === undefined ? this.address.url : `${this.address.url}/${key}`);
    url.search = new URLSearchParams(query).toString();
    const head = new AbortController();
    const timer = setTimeout(
      () => head.abort(new Error(`no answer within ${timeoutMilliseconds[method] / 1000} s`)),
      timeoutMilliseconds[method],
    );
    try {
      return await this.#client.fetch(url, {
        method,
        ...(headers && { headers }),
        ...(body && { body }),
        signal: signal ? AbortSignal.any([signal, head.signal]) : head.signal,
      });
    } catch (error) {
      return error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stores a local file. @throws {BucketError} */
  async put(key: string, path: string, signal?: AbortSignal): Promise<void> {
    const body = await openAsBlob(path);
    await this.#expect([200], { method: 'PUT', key, body, ...(signal && { signal }) });
  }

  /** Stores bytes. @throws {BucketError} */
  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    await this.#expect([200], { method: 'PUT', key, body: blobOf(bytes) });
  }

  /** Begins an object of several parts. @returns the number that it goes by @throws {BucketError} */
  async beginParts(key: string): Promise<string> {
    const reply = await this.#expect([200], { method: 'POST', key, query: { uploads: '' } });
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await reply.text())?.[1];
    if (!id) throw new BucketError(`The storage began no upload of ${key}.`, {});
    return id;
  }

  /** Stores a part, from number 1. @returns the tag that it is put together by @throws {BucketError} */
  async putPart(key: string, uploadId: string, part: number, bytes: Uint8Array): Promise<string> {
    const query = { partNumber: `${part}`, uploadId };
    const reply = await this.#expect([200], { method: 'PUT', key, query, body: blobOf(bytes) });
    return reply.headers.get('etag') ?? '';
  }

  /** Puts parts together to an object: all but the last have 5 MiB or more. @throws {BucketError} */
  async joinParts(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`]);
    const reply = await this.#expect([200], { method: 'POST', key, query: { uploadId }, body });
    // S3 sends status 200 before it has joined the parts, so an error may follow in the body.
    const fault = /<Error>.*?<Code>([^<]*)<\/Code>/s.exec(await reply.text())?.[1];
    if (fault) throw new BucketError(`The storage could not put ${key} together (${fault}).`, {});
  }

  /** Forgets the parts of an object that is not put together; one that is not there is fine. @throws {BucketError} */
  async dropParts(key: string, uploadId: string): Promise<void> {
    const reply = await this.#expect([200, 204, 404], {
      method: 'DELETE',
      key,
      query: { uploadId },
    });
    await reply.body?.cancel();
  }

  /** Whole and in memory; undefined when there is none. @throws {BucketError} */
  async read(key: string): Promise<Uint8Array | undefined> {
    const signal = AbortSignal.timeout(bodyTimeoutMilliseconds);
    const reply = await this.#expect([200, 404], { method: 'GET', key, signal });
    if (reply.status === 200) return await reply.bytes();
    await reply.body?.cancel();
    return undefined;
  }

  /** One that is not there is fine. @throws {BucketError} */
  async remove(key: string): Promise<void> {
    const reply = await this.#expect([200, 204, 404], { method: 'DELETE', key });
    await reply.body?.cancel();
  }

  /** The keys that begin with a prefix: at most 1,000, which no stored folder has. @throws {BucketError} */
  async list(prefix: string, most = 1_000): Promise<string[]> {
    const query = { 'list-type': '2', 'max-keys': `${most}`, prefix };
    const reply = await this.#expect([200], { method: 'GET', query });
    // Keys of stored files contain no character that XML would escape.
    return [...(await reply.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
  }

  async #expect(statuses: readonly number[], request: ObjectRequest): Promise<Response> {
    const reply = await this.ask(request);
    const { status } = reply;
    if (statuses.includes(status)) return reply;
    const code = /<Code>([^<]*)<\/Code>/.exec(await reply.text())?.[1];
    throw new BucketError(
      `The storage answered ${request.method} ${request.key ?? 'of the bucket'} with HTTP status ${status}${code ? ` (${code})` : ''}.`,
      { status },
    );
  }
}

const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

/** fetch hides the reason (ECONNREFUSED, ENOTFOUND) in its error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}
