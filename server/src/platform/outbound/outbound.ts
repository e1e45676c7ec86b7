import type { Logger } from 'pino';
import { TaskQueue } from '../task-queue.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { readAtMost } from './http-body.ts';
import { HttpError, type HttpReply } from './http-request.ts';

/** `unreachable` when there was no reply, `unusable` when it was not what was asked for. */
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

/** For `onFailure`: writes failures of a service into the log. */
export const warnOfFailures =
  (log: Pick<Logger, 'warn'>) =>
  ({ message, fault, cause }: OutboundError): void =>
    log.warn({ fault, err: cause }, message);

export interface OutboundOptions {
  /** The service's name in sentences, such as "The species catalogue". */
  service: string;
  /** Hosts that may be asked: `name` (any port) or `name:port`. Redirects elsewhere are refused. */
  allowedHosts: readonly string[];
  userAgent?: string;
  /** The longest time for name lookup, connection and reply headers together. */
  firstByteMilliseconds?: number;
  /** The longest time for a whole reply, redirects included. */
  replyMilliseconds?: number;
  /** The largest reply, after decompression. */
  maxBytes?: number;
  concurrency?: number;
  /** The number of requests that may wait. Further ones are refused at once. */
  maxWaiting?: number;
  /** How long an unreachable service is not asked again; doubles with each failure in a row. */
  pauseMilliseconds?: number;
  maxPauseMilliseconds?: number;
  /** Is called for each failure, but not for requests that were never sent. */
  onFailure?: (error: OutboundError) => void;
  /** The clock, for tests. */
  now?: () => number;
}

const maxRedirects = 3;

const defaults = {
  userAgent: '',
  firstByteMilliseconds: 4_000,
  replyMilliseconds: 10_000,
  maxBytes: 4_000_000,
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
  readonly status: number;
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined;
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are no failure, besides those of success. */
  readonly statuses?: readonly number[];
  /** Aborts when nobody waits for the reply any more, which is no failure of the service. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends requests to one outside service: only to its configured hosts, with limits of time, size
 * and number. A service that can't be reached is not asked again for a while, so that only the
 * first person has to wait for its timeout.
 */
export class Outbound {
  readonly #options: typeof defaults & { service: string };
  readonly #allowedHosts: AllowedHosts;
  readonly #queue: TaskQueue;
  #silences = 0;
  #silentUntil = Number.NEGATIVE_INFINITY;
  #lastSilence = '';

  constructor(options: OutboundOptions) {
    const { allowedHosts, ...rest } = options;
    this.#options = { ...defaults, ...rest };
    this.#allowedHosts = new AllowedHosts(allowedHosts);
    this.#queue = new TaskQueue(this.#options.concurrency);
  }

  allows(address: string): boolean {
    return this.#allowedHosts.allows(address);
  }

  /** @throws {OutboundError}, or the signal's reason */
  async get(address: string, accept: string, options: GetOptions = {}): Promise<OutboundReply> {
    const { service, maxWaiting, now } = this.#options;
    if (now() < this.#silentUntil) throw new OutboundError('unreachable', this.#lastSilence);
    if (this.#queue.waitingCount >= maxWaiting) {
      throw new OutboundError('unreachable', `${service} is asked too much at the moment.`);
    }
    return await this.#queue.run(async () => {
      // Another request may have found the service unreachable while this one waited.
      if (now() < this.#silentUntil) throw new OutboundError('unreachable', this.#lastSilence);
      return await this.#ask(address, accept, options);
    }, options.signal);
  }

  /** @throws {OutboundError} */
  async getJson(address: string): Promise<unknown> {
    const { bytes } = await this.get(address, 'application/json, application/geo+json');
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    } catch (cause) {
      throw this.#refuse("answered with something that isn't JSON", cause);
    }
  }

  async #ask(address: string, accept: string, options: GetOptions): Promise<OutboundReply> {
    const { statuses = [], signal: wanted } = options;
    const { firstByteMilliseconds, replyMilliseconds, maxBytes, userAgent } = this.#options;
    const silence = new AbortController();
    const whole = AbortSignal.timeout(replyMilliseconds);
    const timer = setTimeout(() => silence.abort(), firstByteMilliseconds);
    const signal = AbortSignal.any([silence.signal, whole, ...(wanted ? [wanted] : [])]);
    const headers = {
      accept,
      'accept-encoding': 'gzip',
      ...(userAgent && { 'user-agent': userAgent }),
      ...options.headers,
    };
    const reply = await this.#allowedHosts
      .request(address, { method: 'GET', headers }, { maxRedirects, signal })
      .catch((cause: unknown) => {
        wanted?.throwIfAborted();
        if (cause instanceof HttpError) throw this.#refuse(cause.what, cause);
        throw this.#noteSilence(signal.aborted ? 'takes too long' : "can't be reached", cause);
      })
      .finally(() => clearTimeout(timer));
    this.#silences = 0;
    if ((reply.status < 200 || reply.status >= 300) && !statuses.includes(reply.status)) {
      reply.body.destroy();
      throw this.#refuse(`answered with HTTP status ${reply.status}`);
    }
    try {
      return {
        contentType: contentTypeOf(reply),
        bytes: await readAtMost(reply, address, maxBytes),
        status: reply.status,
        header: reply.header,
      };
    } catch (cause) {
      wanted?.throwIfAborted();
      if (cause instanceof HttpError) throw this.#refuse(cause.what, cause);
      throw this.#refuse(whole.aborted ? 'answered too slowly' : 'broke off its answer', cause);
    }
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
    this.#silences++;
    this.#silentUntil = now() + pause;
    this.#lastSilence = `${service} ${what}.`;
    return this.#tell('unreachable', this.#lastSilence, cause);
  }
}

function contentTypeOf(reply: HttpReply): string {
  const [type = ''] = (reply.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
