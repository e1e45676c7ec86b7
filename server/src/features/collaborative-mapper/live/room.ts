import type { PresentPerson, ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';

/** Somebody who follows a map, and the last operation that was sent to them. */
export interface Follower {
  readonly socket: LiveSocket;
  readonly person: PresentPerson;
  /** What their access depends on. It is checked again when it may have changed. */
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

/** Reads what happened on the map after a number, in order. */
export type ReadOperations = (since: number) => Promise<MapOperation[]>;

/** Pointers of several people are sent together, at most once in this time. */
const presenceMilliseconds = 100;
const retryMilliseconds = 1_000;

/**
 * Everybody in this process who has one map open. Operations are read from the log when there are new
 * ones, and each follower gets those after the last that they have: none is left out and none comes
 * twice. Who is there, and where they point, is known here only.
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

  /** Sends a message to everybody, or to everybody else. */
  tell(message: ServerMessage, except?: Follower): void {
    const text = JSON.stringify(message);
    for (const follower of this.followers) {
      if (follower !== except) follower.socket.send(text);
    }
  }

  /** Tells the others where somebody points, soon. */
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

  /** Sends everybody the operations that they do not have yet. */
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
    // One reading may not have given all operations, so the next one looks again.
    this.#hasNews = true;
    /** Most followers lack the same operations, so that they are written as text once. */
    const texts = new Map<number, string>();
    for (const follower of this.followers) {
      // A follower who came while operations were read may lack some before them. The next reading
      // has those.
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
