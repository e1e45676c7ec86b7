/**
 * How the engine reaches imagery. The HTTP transport calls the internet; the simulation's transport
 * answers the same calls from the generator, so that one STAC and COG code serves both.
 */
export interface Transport {
  /** POSTs (with `body`) or GETs JSON. Rejects with TransportError. */
  json(url: string, options: { body?: unknown; signal?: AbortSignal }): Promise<unknown>;
  /**
   * Bytes [offset, offset + length) of a resource; fewer only where it ends. They are the caller's own:
   * it may give them to another thread. Rejects with TransportError.
   */
  range(url: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** `retryable`: whether the same call may go better later; `status` is the HTTP status, if one came. */
export class TransportError extends Error {
  readonly url: string;
  readonly retryable: boolean;
  readonly status: number | undefined;

  constructor(
    message: string,
    details: { url: string; retryable: boolean; status?: number; cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.name = 'TransportError';
    this.url = details.url;
    this.retryable = details.retryable;
    this.status = details.status;
  }
}
