import { TaskQueue } from '../task-queue.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { byteRange, readAtMost } from './http-body.ts';
import { HttpError, type HttpReply, type HttpRequest, reasonOf } from './http-request.ts';
import { defaultRetry, parseRetryAfter, type RetryOptions, retry } from './retry.ts';
import { watchSilence } from './silence.ts';

export interface HttpClientOptions {
  /** `name` (any port) or `name:port`. Redirects to other hosts are refused. */
  allowedHosts: readonly string[];
  /** The settings that name these hosts, for the sentence of a refusal. */
  hostSettings?: string;
  /** An attempt ends if nothing arrives for this long. */
  attemptTimeoutMilliseconds?: number;
  /** Starts the deadline of an attempt for an address. Tests replace it by a clock of their own. */
  attemptDeadline?: (milliseconds: number, url: string) => AbortSignal;
  maxJsonBytes?: number;
  /** The largest range, and the most bytes that are read if a server answers with the whole file. */
  maxRangeBytes?: number;
  retry?: RetryOptions;
}

/** The most simultaneous requests. */
const concurrency = 24;
const maxRedirects = 4;

const defaults = {
  attemptTimeoutMilliseconds: 15_000,
  attemptDeadline: (milliseconds: number, _url: string) => AbortSignal.timeout(milliseconds),
  maxJsonBytes: 32 * 1024 * 1024,
  maxRangeBytes: 64 * 1024 * 1024,
};

interface Attempt<T> {
  url: string;
  outgoing: HttpRequest;
  read: (reply: HttpReply) => Promise<T>;
  signal: AbortSignal | undefined;
}

/**
 * JSON and ranges of files over HTTP. Only allowed hosts are asked, with a limited number of
 * simultaneous requests. An attempt that no longer receives anything ends. Calls are repeated after
 * 429, 5xx, timeouts, broken connections and truncated bodies.
 */
export class HttpClient {
  readonly #options: typeof defaults;
  readonly #retry: Required<RetryOptions>;
  readonly #allowedHosts: AllowedHosts;
  readonly #queue: TaskQueue;

  constructor(options: HttpClientOptions) {
    const { allowedHosts, hostSettings, retry: retryOptions, ...rest } = options;
    this.#options = { ...defaults, ...rest };
    this.#retry = { ...defaultRetry, ...retryOptions };
    this.#allowedHosts = new AllowedHosts(allowedHosts, hostSettings);
    this.#queue = new TaskQueue(concurrency);
  }

  /** POSTs (with `body`) or GETs JSON. @throws {HttpError} */
  async json(url: string, options: { body?: unknown; signal?: AbortSignal }): Promise<unknown> {
    const headers = {
      accept: 'application/geo+json, application/json',
      'accept-encoding': 'gzip',
    };
    const outgoing: HttpRequest =
      options.body === undefined
        ? { method: 'GET', headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(options.body),
          };
    const read = async (reply: HttpReply): Promise<unknown> => {
      const bytes = await readAtMost(reply, url, this.#options.maxJsonBytes);
      try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
      } catch (cause) {
        throw new HttpError("answered with something that isn't JSON", {
          url,
          retryable: true,
          status: reply.status,
          cause,
        });
      }
    };
    return this.#call({ url, outgoing, read, signal: options.signal });
  }

  /**
   * Reads the bytes [offset, offset + length) of a file; fewer only if it ends. They belong to the
   * caller.
   * @throws {HttpError}
   */
  async range(
    url: string,
    offset: number,
    length: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const { maxRangeBytes } = this.#options;
    if (!Number.isSafeInteger(offset) || offset < 0 || !(length >= 0 && length <= maxRangeBytes)) {
      throw new HttpError(
        `can't be asked for bytes ${offset} to ${offset + length}, because a range has at most ${maxRangeBytes} bytes`,
        { url, retryable: false },
      );
    }
    if (length === 0) return new Uint8Array(0);
    const range = `bytes=${offset}-${offset + length - 1}`;
    const headers = { range, 'accept-encoding': 'identity' };
    const read = (reply: HttpReply): Promise<Uint8Array> =>
      byteRange(reply, { url, offset, length, maxBytes: maxRangeBytes });
    return this.#call({ url, outgoing: { method: 'GET', headers }, read, signal });
  }

  /** A call gives up its place in the queue while it waits for its next attempt. */
  #call<T>(attempt: Attempt<T>): Promise<T> {
    const call = (): Promise<T> => this.#queue.run(() => this.#attempt(attempt), attempt.signal);
    return retry(call, this.#retry, attempt.signal);
  }

  async #attempt<T>({ url, outgoing, read, signal }: Attempt<T>): Promise<T> {
    const { attemptTimeoutMilliseconds, attemptDeadline } = this.#options;
    let bytesRead = () => 0;
    const silence = watchSilence(
      () => attemptDeadline(attemptTimeoutMilliseconds, url),
      () => bytesRead(),
    );
    const attemptSignal = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    try {
      const options = { maxRedirects, signal: attemptSignal };
      const reply = await this.#allowedHosts.request(url, outgoing, options);
      // The start of an answer counts as progress, too. Its body then has its own deadline.
      const before = reply.bytesRead() - 1;
      bytesRead = () => reply.bytesRead() - before;
      const isGood = (reply.status >= 200 && reply.status < 300) || reply.status === 416;
      if (!isGood) throw refusal(reply, url);
      return await read(reply);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof HttpError) throw cause;
      const what = silence.signal.aborted
        ? `was silent for longer than ${attemptTimeoutMilliseconds / 1000} s`
        : `can't be reached (${reasonOf(cause)})`;
      throw new HttpError(what, { url, retryable: true, cause });
    } finally {
      silence.end();
    }
  }
}

/** The error for a 4xx or 5xx reply. After 408, 425, 429 and 5xx another attempt may succeed. */
function refusal({ status, header, body }: HttpReply, url: string): HttpError {
  body.destroy();
  return new HttpError(`answered with HTTP status ${status}`, {
    url,
    status,
    retryable: status === 408 || status === 425 || status === 429 || status >= 500,
    retryAfterMilliseconds: parseRetryAfter(header('retry-after'), Date.now()),
  });
}
