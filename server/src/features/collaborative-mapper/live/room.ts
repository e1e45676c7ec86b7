import type { PresentPerson, ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';

/** A connection that follows a map, and the number of the last operation that was sent to it. */
export interface Follower {
  readonly socket: LiveSocket;
  readonly person: PresentPerson;
  /** What the follower's access depends on, for checking it again. */
  readonly credentials: {
    readonly token: string | undefined;
    readonly mapToken: string | undefined;
    readonly viewKey: string | undefined;
    readonly sessionId: string | undefined;
    readonly accountId: number | undefined;
    readonly visitorId: string | undefined;
  };
  role: MapRole;
  /** Whether the owner let the person in. Others stay only as long as the map is public. */
  isInvited: boolean;
  /** Whether the person came by a view-only link, and is nothing else on the map. */
  isViewOnly: boolean;
  sentSeq: number;
}

/** Operations as viewers may read them. */
export interface ShownOperations {
  readonly operations: readonly MapOperation[];
  /** The last operation that is shown only to viewers whom the owner let in, or 0. */
  readonly lastPrivateSeq: number;
}

/** Operations of a map, and what viewers may read of them. */
export interface ReadOperations {
  readonly all: readonly MapOperation[];
  /** Undefined when it was not asked for. */
  readonly forViewers: ShownOperations | undefined;
}

/** Reads operations of the map after a number, in order. It may leave some for the next reading. */
export type OperationReader = (since: number, hasViewers: boolean) => Promise<ReadOperations>;

/** What of a follower decides whom that person sees. */
export type Sight = Pick<Follower, 'role' | 'isViewOnly'>;

/**
 * Whether a person learns who another one is and where they point. Viewers learn of the team alone, and
 * of nobody if a view-only link lets them in.
 */
export function maySee(reader: Sight, person: Pick<Sight, 'role'>): boolean {
  return reader.role !== 'viewer' || (!reader.isViewOnly && person.role !== 'viewer');
}

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
  readonly #read: OperationReader;
  readonly #onFailure: (error: unknown) => void;
  readonly #moved = new Set<Follower>();
  #presenceTimer: NodeJS.Timeout | undefined;
  #isSending = false;
  #hasNews = false;

  constructor(read: OperationReader, onFailure: (error: unknown) => void) {
    this.#read = read;
    this.#onFailure = onFailure;
  }

  add(follower: Follower): void {
    this.followers.add(follower);
    this.#tellAbout(follower, { kind: 'presence', person: follower.person });
  }

  remove(follower: Follower): void {
    if (!this.followers.delete(follower)) return;
    this.#moved.delete(follower);
    this.#tellAbout(follower, { kind: 'left', connection: follower.person.connection });
  }

  /** Follows a change of what a follower is. The people whom it begins or ceases to see are told. */
  changeSight(follower: Follower, sight: Sight): void {
    const { role, isViewOnly } = follower;
    const before: Sight = { role, isViewOnly };
    const hasNewRole = sight.role !== role;
    Object.assign(follower, sight);
    Object.assign(follower.person, { role: sight.role });
    if (hasNewRole) follower.socket.send({ kind: 'role', role: sight.role });
    const news = (person: PresentPerson, isSeen: boolean): ServerMessage =>
      isSeen ? { kind: 'presence', person } : { kind: 'left', connection: person.connection };
    for (const other of this.followers) {
      if (other === follower) continue;
      if (hasNewRole) other.socket.send(news(follower.person, maySee(other, follower)));
      if (maySee(before, other) !== maySee(follower, other)) {
        follower.socket.send(news(other.person, maySee(follower, other)));
      }
    }
  }

  /** Sends a message about a follower to all others who see that follower. */
  #tellAbout(follower: Follower, message: ServerMessage): void {
    const text = JSON.stringify(message);
    for (const other of this.followers) {
      if (other !== follower && maySee(other, follower)) other.socket.send(text);
    }
  }

  /** Changes a follower's presence. The others are told at the next interval. */
  move(follower: Follower, presence: Pick<PresentPerson, 'cursor' | 'feature_id'>): void {
    Object.assign(follower.person, presence);
    this.#moved.add(follower);
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = undefined;
      for (const each of this.#moved) {
        this.#tellAbout(each, { kind: 'presence', person: each.person });
      }
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
    const hasViewers = [...this.followers].some(({ role }) => role === 'viewer');
    const { all, forViewers } = await this.#read(since, hasViewers);
    const last = all.at(-1);
    if (!last) return;
    // One reading may not have returned all operations, so another one follows.
    this.#hasNews = true;
    // Most followers share one message: it depends on who may read it and the last operation they have.
    const texts = new Map<string, string>();
    for (const follower of this.followers) {
      // Who joined during the reading may lack operations before it, which the next one includes.
      if (follower.sentSeq < since || follower.sentSeq >= last.seq) continue;
      const isViewer = follower.role === 'viewer';
      const readable = isViewer ? forViewers?.operations : all;
      // Who became a viewer during the reading is served by the next one.
      if (!readable) continue;
      const isOutside = isViewer && !follower.isInvited;
      const from = Math.max(follower.sentSeq, isOutside ? (forViewers?.lastPrivateSeq ?? 0) : 0);
      const key = `${isViewer}/${from}`;
      let text = texts.get(key);
      if (text === undefined) {
        const operations = readable.filter(({ seq }) => seq > from);
        text = JSON.stringify({ kind: 'operations', operations } satisfies ServerMessage);
        texts.set(key, text);
      }
      follower.socket.send(text);
      follower.sentSeq = last.seq;
    }
  }
}
