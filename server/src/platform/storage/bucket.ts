import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** A bucket of an S3-compatible service and who may use it; plain, so that a thread can be told. */
export interface BucketAddress {
  /** The bucket's own address, path style, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What the service answered instead of doing it. */
export class BucketError extends Error {
  /** Undefined when nothing was answered. */
  readonly status: number | undefined;

  constructor(message: string, options: { status?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'BucketError';
    this.status = options.status;
  }
}

export interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The object's key; undefined for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly signal?: AbortSignal;
}

const attempts = 5;
/** Before the second attempt; doubles with each further one. */
const retryMilliseconds = 200;
/** Until the reply's head is there; a large object takes its time to go up. */
const timeoutMilliseconds = { GET: 15_000, HEAD: 15_000, DELETE: 15_000, PUT: 900_000 };
/** For a reply that is read whole. */
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

/** The calls of S3 that stored files need, signed; tried again when the service is away or busy. */
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
    // Keys of stored files have no character that XML would write otherwise.
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

/** fetch hides the reason (ECONNREFUSED, ENOTFOUND) in its error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}
