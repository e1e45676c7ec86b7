import { setTimeout as wait } from 'node:timers/promises';
import { HttpError } from './http-request.ts';

export interface RetryOptions {
  attempts?: number;
  /** The longest wait before the second attempt. It doubles for each further attempt. */
  firstDelayMilliseconds?: number;
  /** No wait is longer than this, whatever the server asks for. */
  maxDelayMilliseconds?: number;
}

export const defaultRetry: Required<RetryOptions> = {
  attempts: 4,
  firstDelayMilliseconds: 250,
  maxDelayMilliseconds: 8_000,
};

/**
 * Repeats a call until it succeeds, fails permanently, or has failed `attempts` times. Waits are
 * random between half and all of a doubling delay, so that callers who failed together do not
 * return together. A server's Retry-After is respected up to the longest delay.
 */
export async function retry<T>(
  call: () => Promise<T>,
  options: Required<RetryOptions>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof HttpError) || !error.retryable) throw error;
      if (attempt >= options.attempts) throw givenUp(error, attempt);
      const delay = delayBefore(attempt + 1, error, options);
      await wait(delay, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

function delayBefore(attempt: number, error: HttpError, options: Required<RetryOptions>): number {
  const doubled = options.firstDelayMilliseconds * 2 ** (attempt - 2);
  const ownDelay = doubled * (0.5 + Math.random() / 2);
  const serverDelay = error.retryAfterMilliseconds ?? 0;
  return Math.min(options.maxDelayMilliseconds, Math.max(ownDelay, serverDelay));
}

function givenUp(error: HttpError, attempts: number): HttpError {
  if (attempts === 1) return error;
  return new HttpError(`${error.what} (${attempts} attempts)`, {
    url: error.url,
    retryable: true,
    status: error.status,
    cause: error,
  });
}

/** Milliseconds of a Retry-After header (seconds or an HTTP date); undefined when there is none. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
