import { byteRange, readAtMost } from './http-body.ts';
import { type HttpReply, type HttpRequest, request } from './http-request.ts';
import { RequestQueue } from './request-queue.ts';
import { AttemptError, defaultRetry, parseRetryAfter, type RetryOptions, retry } from './retry.ts';
import { watchSilence } from './silence.ts';
import { type Transport, TransportError } from './transport.ts';

export interface HttpTransportOptions {
  /**
   * The only hosts that may be asked: `name` (any port) or `name:port`. Redirects to others are
   * refused.
   */
  allowedHosts: readonly string[];
  /** The largest number of simultaneous requests. */
  concurrency?: number;
  /** An attempt ends if nothing arrives for this long. */
  attemptTimeoutMilliseconds?: number;
  /** Starts the deadline of an attempt for an address. Tests replace it by a clock of their own. */
  attemptDeadline?: (milliseconds: number, url: string) => AbortSignal;
  /** Largest JSON reply. */
  maxJsonBytes?: number;
  /**
   * The largest range, and the most bytes that are read if a server answers with the whole file.
   */
  maxRangeBytes?: number;
  maxRedirects?: number;
  retry?: RetryOptions;
}

/** What a transport has done since it was made. */
export interface TransportStatistics {
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
}

const defaults = {
  concurrency: 24,
  attemptTimeoutMilliseconds: 15_000,
  attemptDeadline: (milliseconds: number, _url: string) => AbortSignal.timeout(milliseconds),
  maxJsonBytes: 32 * 1024 * 1024,
  maxRangeBytes: 64 * 1024 * 1024,
  maxRedirects: 4,
};

interface Attempt<T> {
  url: string;
  asked: HttpRequest;
  read: (reply: HttpReply) => Promise<T>;
  signal: AbortSignal | undefined;
}

/**
 * Imagery over HTTP. Only allowed hosts are asked, with a limited number of simultaneous requests.
 * An attempt that no longer receives anything ends. Calls are repeated after 429, 5xx, timeouts,
 * broken connections and truncated bodies. Each run has its own transport, so that runs do not
 * delay each other.
 */
export class HttpTransport implements Transport {
  readonly #options: typeof defaults;
  readonly #retry: Required<RetryOptions>;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #queue: RequestQueue;
  readonly #statistics = { requests: 0, retries: 0, bytes: 0 };

  constructor(options: HttpTransportOptions) {
    const { allowedHosts, retry: retryOptions, ...rest } = options;
    this.#options = { ...defaults, ...rest };
    this.#retry = { ...defaultRetry, ...retryOptions };
    this.#allowedHosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#queue = new RequestQueue(this.#options.concurrency);
  }

  get statistics(): TransportStatistics {
    return { ...this.#statistics };
  }

  async json(url: string, options: { body?: unknown; signal?: AbortSignal }): Promise<unknown> {
    const headers = {
      accept: 'application/geo+json, application/json',
      'accept-encoding': 'gzip',
    };
    const asked: HttpRequest =
      options.body === undefined
        ? { method: 'GET', headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(options.body),
          };
    const read = async (reply: HttpReply): Promise<unknown> => {
      const bytes = await readAtMost(reply, url, this.#options.maxJsonBytes);
      this.#statistics.bytes += bytes.length;
      try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
      } catch (cause) {
        throw new TransportError(`${url} answered with something that isn't JSON.`, {
          url,
          retryable: true,
          status: reply.status,
          cause,
        });
      }
    };
    return this.#call({ url, asked, read, signal: options.signal });
  }

  async range(
    url: string,
    offset: number,
    length: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const { maxRangeBytes } = this.#options;
    if (!Number.isSafeInteger(offset) || offset < 0 || !(length >= 0 && length <= maxRangeBytes)) {
      throw new TransportError(
        `Bytes ${offset} to ${offset + length} of ${url} can't be asked for: a range is at most ${maxRangeBytes} bytes.`,
        { url, retryable: false },
      );
    }
    if (length === 0) return new Uint8Array(0);
    const range = `bytes=${offset}-${offset + length - 1}`;
    const headers = { range, 'accept-encoding': 'identity' };
    const read = async (reply: HttpReply): Promise<Uint8Array> => {
      const bytes = await byteRange(reply, { url, offset, length, maxBytes: maxRangeBytes });
      this.#statistics.bytes += bytes.length;
      return bytes;
    };
    return this.#call({ url, asked: { method: 'GET', headers }, read, signal });
  }

  /** A call gives up its place in the queue while it waits for its next attempt. */
  #call<T>(attempt: Attempt<T>): Promise<T> {
    const call = (count: number): Promise<T> => {
      if (count > 1) this.#statistics.retries += 1;
      return this.#queue.run(() => this.#attempt(attempt), attempt.signal);
    };
    return retry(call, this.#retry, attempt.signal);
  }

  async #attempt<T>({ url, asked, read, signal }: Attempt<T>): Promise<T> {
    const { attemptTimeoutMilliseconds, attemptDeadline } = this.#options;
    let bytesRead = () => 0;
    const silence = watchSilence(
      () => attemptDeadline(attemptTimeoutMilliseconds, url),
      () => bytesRead(),
    );
    const attemptSignal = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    try {
      const reply = await this.#requestAllowed(url, asked, attemptSignal);
      // The start of an answer counts as progress, too. Its body then has its own deadline.
      const before = reply.bytesRead() - 1;
      bytesRead = () => reply.bytesRead() - before;
      const isGood = (reply.status >= 200 && reply.status < 300) || reply.status === 416;
      if (!isGood) throw refusal(reply, url);
      return await read(reply);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof TransportError) throw cause;
      const what = silence.signal.aborted
        ? `was silent for longer than ${attemptTimeoutMilliseconds / 1000} s`
        : `can't be reached (${reasonOf(cause)})`;
      throw new TransportError(`${url} ${what}.`, { url, retryable: true, cause });
    } finally {
      silence.end();
    }
  }

  /** Follows redirects here, because each step has to stay on allowed hosts. */
  async #requestAllowed(url: string, asked: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
    let address = this.#allowed(url, url);
    for (let redirects = 0; redirects <= this.#options.maxRedirects; redirects += 1) {
      this.#statistics.requests += 1;
      const reply = await request(address, asked, signal);
      const location = reply.header('location');
      if (reply.status < 300 || reply.status >= 400 || location === undefined) return reply;
      reply.body.destroy();
      address = this.#allowed(URL.parse(location, address.href)?.href ?? location, url);
    }
    throw new TransportError(`${url} redirects more than ${this.#options.maxRedirects} times.`, {
      url,
      retryable: false,
    });
  }

  #allowed(address: string, asked: string): URL {
    const url = URL.parse(address);
    const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (!url || !isHttp || url.username !== '' || url.password !== '') {
      throw new TransportError(`${address} is not an HTTP address that imagery is read from.`, {
        url: asked,
        retryable: false,
      });
    }
    if (!this.#allowedHosts.has(url.hostname) && !this.#allowedHosts.has(url.host)) {
      throw new TransportError(
        `${url.host} is not among the hosts that imagery may come from (IMAGERY_URL, IMAGERY_ASSET_HOSTS).`,
        { url: asked, retryable: false },
      );
    }
    return url;
  }
}

/** The error for a 4xx or 5xx reply. After 408, 425, 429 and 5xx another attempt may succeed. */
function refusal({ status, header, body }: HttpReply, url: string): AttemptError {
  body.destroy();
  return new AttemptError(`${url} answered with HTTP status ${status}.`, {
    url,
    status,
    retryable: status === 408 || status === 425 || status === 429 || status >= 500,
    retryAfterMilliseconds: parseRetryAfter(header('retry-after'), Date.now()),
  });
}

/** The reason of an error, such as ECONNRESET or ENOTFOUND. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
