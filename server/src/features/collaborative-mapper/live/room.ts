import type { PresentPerson, ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';

/** A connection that follows a map, and the number of the last operation that was sent to it. */
export interface Follower {
  readonly socket: LiveSocket;
  readonly person: PresentPerson;
  /**
   * What the follower's access depends on. It is checked again when the access may have changed.
   */
  readonly credentials: {
    readonly token: string | undefined;
    readonly mapToken: string | undefined;
    readonly sessionId: string | undefined;
    readonly accountId: number | undefined;
    readonly visitorId: string | undefined;
  };
  role: MapRole;
  sentSeq: number;
}

/** Reads operations of the map after a number, in order. It may leave some for the next reading. */
export type ReadOperations = (since: number) => Promise<MapOperation[]>;

/** The interval at which moved pointers are sent. */
const presenceMilliseconds = 100;
const retryMilliseconds = 1_000;

/**
 * The connections of this process that follow one map. When there are new operations, they are read
 * from the log. Each follower gets those after the last one it has, so that none is left out and
 * none is sent twice. Who is present, and where they point, is only kept here.
 */
export class Room {
  readonly followers = new Set<Follower>();
  readonly #read: ReadOperations;
  readonly #onFailure: (error: unknown) => void;
  readonly #moved = new Set<Follower>();
  #presenceTimer: NodeJS.Timeout | undefined;
  #isSending = false;
  #hasNews = false;

  constructor(read: ReadOperations, onFailure: (error: unknown) => void) {
    this.#read = read;
    this.#onFailure = onFailure;
  }

  add(follower: Follower): void {
    this.followers.add(follower);
    this.tell({ kind: 'presence', person: follower.person }, follower);
  }

  remove(follower: Follower): void {
    if (!this.followers.delete(follower)) return;
    this.#moved.delete(follower);
    this.tell({ kind: 'left', connection: follower.person.connection });
  }

  /** Sends a message to all followers except one. */
  tell(message: ServerMessage, except?: Follower): void {
    const text = JSON.stringify(message);
    for (const follower of this.followers) {
      if (follower !== except) follower.socket.send(text);
    }
  }

  /** Changes a follower's presence. The others are told at the next interval. */
  move(follower: Follower, presence: Pick<PresentPerson, 'cursor' | 'feature_id'>): void {
    Object.assign(follower.person, presence);
    this.#moved.add(follower);
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = undefined;
      for (const each of this.#moved) this.tell({ kind: 'presence', person: each.person }, each);
      this.#moved.clear();
    }, presenceMilliseconds);
    this.#presenceTimer.unref();
  }

  /** Sends each follower the operations that it does not have yet. */
  async sendOperations(): Promise<void> {
    this.#hasNews = true;
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#hasNews && this.followers.size > 0) {
        this.#hasNews = false;
        await this.#sendNext();
      }
    } catch (error) {
      this.#onFailure(error);
      setTimeout(() => void this.sendOperations(), retryMilliseconds).unref();
    } finally {
      this.#isSending = false;
    }
  }

  async #sendNext(): Promise<void> {
    const since = Math.min(...[...this.followers].map(({ sentSeq }) => sentSeq));
    const operations = await this.#read(since);
    const last = operations.at(-1);
    if (!last) return;
    // One reading may not have returned all operations, so another one follows.
    this.#hasNews = true;
    /** The message by the last operation that a follower has. Most followers share one message. */
    const texts = new Map<number, string>();
    for (const follower of this.followers) {
      // A follower who joined during the reading may lack operations before it. The next reading
      // includes them.
      if (follower.sentSeq < since || follower.sentSeq >= last.seq) continue;
      let text = texts.get(follower.sentSeq);
      if (text === undefined) {
        const lacking = operations.filter(({ seq }) => seq > follower.sentSeq);
        text = JSON.stringify({ kind: 'operations', operations: lacking } satisfies ServerMessage);
        texts.set(follower.sentSeq, text);
      }
      follower.socket.send(text);
      follower.sentSeq = last.seq;
    }
  }
}
