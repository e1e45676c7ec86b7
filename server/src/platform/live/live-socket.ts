import { randomUUID } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';

export interface LiveLimits {
  readonly maxMessageBytes: number;
  /** Unsent bytes at which the reader counts as too slow. */
  readonly maxWaitingBytes: number;
  readonly maxMessagesPerTenSeconds: number;
  /** The time by which the first message must arrive. */
  readonly helloSeconds: number;
}

/** Why a connection ends, for a program and for a person. */
export interface Ending {
  /** The WebSocket close code, from 1000 to 4999. */
  readonly closeCode: number;
  readonly code: string;
  readonly error: string;
}

/** Pings keep proxies from closing an idle connection, and reveal a browser that disappeared. */
const heartbeatMilliseconds = 25_000;
/** How long to wait for the closing handshake before the connection is dropped. */
const closingMilliseconds = 2_000;
/** The largest reason in a closing frame by the protocol (RFC 6455, 5.5). */
const maxReasonBytes = 123;

export const slowReader: Ending = {
  closeCode: 4408,
  code: 'slow',
  error: 'This connection is too slow to follow. Please connect again.',
};

/** One browser's connection. Messages to an ended connection are dropped. */
export class LiveSocket {
  readonly id = randomUUID();
  readonly #socket: WebSocket;
  readonly #limits: LiveLimits;
  readonly #heartbeat: NodeJS.Timeout;
  #isAlive = true;
  #hasEnded = false;
  #windowStart = 0;
  #messagesInWindow = 0;

  constructor(socket: WebSocket, limits: LiveLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMilliseconds);
    this.#heartbeat.unref();
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('close', () => {
      this.#hasEnded = true;
      clearInterval(this.#heartbeat);
    });
    // An error is followed by the close event, which does everything that is needed.
    socket.on('error', () => {});
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends an object or JSON text. A reader that can't keep up is disconnected. */
  send(message: object | string): void {
    if (this.#hasEnded) return;
    if (this.#socket.bufferedAmount > this.#limits.maxWaitingBytes) {
      this.end(slowReader, { isTold: false });
      return;
    }
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Ends the connection; its browser is told why. */
  end({ closeCode, code, error }: Ending, { isTold = true } = {}): void {
    if (this.#hasEnded) return;
    if (isTold) this.send({ kind: 'refused', code, error });
    this.#hasEnded = true;
    const reason = Buffer.from(error).subarray(0, maxReasonBytes).toString();
    this.#socket.close(closeCode, reason.replace(/\uFFFD+$/, ''));
    setTimeout(() => this.#socket.terminate(), closingMilliseconds).unref();
  }

  /** Counts an incoming message; false when there have been too many. */
  isWithinRate(): boolean {
    const now = Date.now();
    if (now - this.#windowStart > 10_000) {
      this.#windowStart = now;
      this.#messagesInWindow = 0;
    }
    this.#messagesInWindow++;
    return this.#messagesInWindow <= this.#limits.maxMessagesPerTenSeconds;
  }

  #beat(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }
}
