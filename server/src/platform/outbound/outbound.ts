import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Why a service gave no usable reply: `unreachable` when there was no reply, `unusable` when the
 * reply was not what was asked for.
 */
export type OutboundFault = 'unreachable' | 'unusable';

/** The message is a sentence for a person, without the address that was asked. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OutboundError';
    this.fault = fault;
  }
}

export interface OutboundOptions {
  /** The service's name in sentences, such as "The species catalogue". */
  service: string;
  /** Hosts that may be asked: `name` (any port) or `name:port`. Redirects elsewhere are refused. */
  allowedHosts: readonly string[];
  /** The longest time for name lookup, connection and reply headers together. */
  firstByteMilliseconds?: number;
  /** The longest time for a whole reply, redirects included. */
  replyMilliseconds?: number;
  /** The largest reply, after decompression. */
  maxBytes?: number;
  maxRedirects?: number;
  /** The number of requests at the same time. */
  concurrency?: number;
  /** The number of requests that may wait. Further ones are refused at once. */
  maxWaiting?: number;
  /**
   * How long an unreachable service is not asked again. The pause doubles with each failure in a
   * row.
   */
  pauseMilliseconds?: number;
  maxPauseMilliseconds?: number;
  /** Is called for each failure, but not for requests that were never sent. */
  onFailure?: (error: OutboundError) => void;
  /** The clock, for tests. */
  now?: () => number;
}

const defaults = {
  firstByteMilliseconds: 4_000,
  replyMilliseconds: 10_000,
  maxBytes: 4_000_000,
  maxRedirects: 3,
  concurrency: 4,
  maxWaiting: 40,
  pauseMilliseconds: 30_000,
  maxPauseMilliseconds: 600_000,
  onFailure: (_error: OutboundError): void => {},
  now: Date.now,
};

export interface OutboundReply {
  /** The media type in lower case, without parameters, or empty when the reply has none. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Sends requests to one outside service: only to its configured hosts, with limits of time, size
 * and number. A service that can't be reached is not asked again for a while, so that only the
 * first person has to wait for its timeout.
 */
export class Outbound {
  readonly #options: typeof defaults & { service: string };
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #limit: LimitFunction;
  #silences = 0;
  #silentUntil = Number.NEGATIVE_INFINITY;
  #lastSilence = '';

  constructor(options: OutboundOptions) {
    const { allowedHosts, ...rest } = options;
    this.#options = { ...defaults, ...rest };
    this.#allowedHosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#limit = pLimit(this.#options.concurrency);
  }

  /** Whether an address may be asked at all. */
  allows(address: string): boolean {
    const url = URL.parse(address);
    return (
      (url?.protocol === 'https:' || url?.protocol === 'http:') &&
      url.username === '' &&
      url.password === '' &&
      (this.#allowedHosts.has(url.hostname) || this.#allowedHosts.has(url.host))
    );
  }

  /** @throws {OutboundError} */
  async get(address: string, accept: string): Promise<OutboundReply> {
    const { service, maxWaiting, now } = this.#options;
    if (now() < this.#silentUntil) throw new OutboundError('unreachable', this.#lastSilence);
    if (this.#limit.pendingCount >= maxWaiting) {
      throw new OutboundError('unreachable', `${service} is asked too much at the moment.`);
    }
    return await this.#limit(async () => {
      // Another request may have found the service unreachable while this one waited.
      if (now() < this.#silentUntil) throw new OutboundError('unreachable', this.#lastSilence);
      return await this.#ask(address, accept);
    });
  }

  /**
   * The same, as JSON.
   * @throws {OutboundError}
   */
  async getJson(address: string): Promise<unknown> {
    const { bytes } = await this.get(address, 'application/json, application/geo+json');
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    } catch (cause) {
      throw this.#refuse("answered with something that isn't JSON", cause);
    }
  }

  async #ask(address: string, accept: string): Promise<OutboundReply> {
    const { firstByteMilliseconds, replyMilliseconds } = this.#options;
    const silence = new AbortController();
    const whole = AbortSignal.timeout(replyMilliseconds);
    const timer = setTimeout(() => silence.abort(), firstByteMilliseconds);
    const signal = AbortSignal.any([silence.signal, whole]);
    const response = await this.#fetchAllowed(address, { headers: { accept }, signal })
      .catch((cause: unknown) => {
        if (cause instanceof OutboundError) throw cause;
        throw this.#noteSilence(signal.aborted ? 'takes too long' : "can't be reached", cause);
      })
      .finally(() => clearTimeout(timer));
    this.#silences = 0;
    if (!response.ok) {
      await response.body?.cancel();
      throw this.#refuse(`answered with HTTP status ${response.status}`);
    }
    try {
      return { contentType: contentTypeOf(response), bytes: await this.#read(response) };
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause;
      throw this.#refuse(whole.aborted ? 'answered too slowly' : 'broke off its answer', cause);
    }
  }

  /**
   * Follows redirects here rather than in fetch, because each step has to stay on the allowed
   * hosts.
   */
  async #fetchAllowed(address: string, init: RequestInit): Promise<Response> {
    let next = address;
    for (let steps = 0; steps <= this.#options.maxRedirects; steps += 1) {
      if (!this.allows(next)) {
        const host = URL.parse(next)?.host ?? 'somewhere that is no address';
        throw this.#refuse(`leads to ${host}, which is not among the hosts that may be asked`);
      }
      const response = await fetch(next, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      next = URL.parse(location, next)?.href ?? location;
    }
    throw this.#refuse(`redirects more than ${this.#options.maxRedirects} times`);
  }

  async #read(response: Response): Promise<Uint8Array> {
    const { maxBytes } = this.#options;
    const chunks: Uint8Array[] = [];
    let total = 0;
    for await (const chunk of response.body ?? []) {
      total += chunk.length;
      // Leaving the loop cancels the rest of the reply.
      if (total > maxBytes) throw this.#refuse(`answered with more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** Makes the error for a reply that the caller can't use, and reports it like other failures. */
  unusable(sentence: string, cause?: unknown): OutboundError {
    return this.#tell('unusable', sentence, cause);
  }

  #refuse(what: string, cause?: unknown): OutboundError {
    return this.unusable(`${this.#options.service} ${what}.`, cause);
  }

  #tell(fault: OutboundFault, message: string, cause: unknown): OutboundError {
    const error = new OutboundError(fault, message, { cause });
    this.#options.onFailure(error);
    return error;
  }

  #noteSilence(what: string, cause: unknown): OutboundError {
    const { service, pauseMilliseconds, maxPauseMilliseconds, now } = this.#options;
    const pause = Math.min(pauseMilliseconds * 2 ** this.#silences, maxPauseMilliseconds);
    this.#silences += 1;
    this.#silentUntil = now() + pause;
    this.#lastSilence = `${service} ${what}.`;
    return this.#tell('unreachable', this.#lastSilence, cause);
  }
}

function contentTypeOf(response: Response): string {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
