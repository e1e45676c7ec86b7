/**
 * Why a request brought no usable reply. `what` says it without a subject, such as "answered with
 * HTTP status 404"; the message begins with the address.
 */
export class HttpError extends Error {
  readonly what: string;
  readonly url: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The status of the reply, if there was one. */
  readonly status: number | undefined;
  /** The server's own Retry-After, if it gave one. */
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    what: string,
    details: {
      url: string;
      retryable: boolean;
      status?: number | undefined;
      retryAfterMilliseconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(`${details.url} ${what}.`, { cause: details.cause });
    this.name = 'HttpError';
    this.what = what;
    this.url = details.url;
    this.retryable = details.retryable;
    this.status = details.status;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds;
  }
}

/** The reason of an error, such as ECONNRESET or ENOTFOUND. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
