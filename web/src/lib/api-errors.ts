import type { ApiError } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';

/** The server understood the call and refused it (a 4xx). The message is for people. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';
  readonly status: number;
  /** A stable word for programs. */
  readonly code: string;
  /** The form fields at fault, with a sentence each. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole reply, for calls whose contract says more. */
  readonly body: ApiError;

  constructor(status: number, body: ApiError) {
    super(body.error);
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.body = body;
  }

  /** What is wrong, in a sentence, where the reply tells more than its message. */
  get reason(): string | undefined {
    return 'reason' in this.body && typeof this.body.reason === 'string'
      ? this.body.reason
      : undefined;
  }

  withReason(): string {
    return this.reason === undefined ? this.message : `${this.message} ${this.reason}`;
  }
}

/** The call itself failed: no reply, a 5xx, or a reply that is not what the contract promises. */
export class CallFailedError extends Error {
  override readonly name = 'CallFailedError';
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Whether this is how an aborted fetch, or an aborted signal, reports itself. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether a call failed because the server has no room left. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof CallFailedError && error.status === 507;
}

/**
 * The sentence about a failed call: the server's own if it refused or has no room left, or else the
 * given one.
 */
export function failureText(
  error: unknown,
  otherwise: string = messages.somethingWentWrong,
): string {
  if (isDiskFull(error)) return messages.diskFull;
  return error instanceof RequestRefusedError ? error.message : otherwise;
}
