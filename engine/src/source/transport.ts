/**
 * How the engine reaches imagery. The HTTP transport calls the internet. The simulation's transport
 * answers the same calls from its generator, so that the same STAC and COG code serves both.
 */
export interface Transport {
  /** POSTs (with `body`) or GETs JSON. Rejects with TransportError. */
  json(url: string, options: { body?: unknown; signal?: AbortSignal }): Promise<unknown>;
  /**
   * Reads the bytes [offset, offset + length) of a resource; fewer only if it ends. The bytes
   * belong to the caller, who may transfer them to another thread. Rejects with TransportError.
   */
  range(url: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/**
 * `retryable` says whether the same call may succeed later. `status` is the HTTP status, if there
 * was an answer.
 */
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

/** Whether a call has failed that may succeed later. */
export function mayPass(reason: unknown): boolean {
  return reason instanceof TransportError && reason.retryable;
}
