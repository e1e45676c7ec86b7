import { liveCloseCodes } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { PresentPerson, ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { Ending } from '../../../platform/live/live-socket.ts';
import { sessionEndedChannel } from '../../../platform/session/sessions.ts';
import { keyRevokedChannel } from '../../../services/keys/keys.ts';
import { commentForViewer, findComment } from '../comments/comment-queries.ts';
import { lastUnreadable, listOperations, shownToViewers } from '../log/viewers-log.ts';
import { findPermission } from '../maps/access.ts';
import { channels, noticedChanges } from '../maps/announcements.ts';
import type { MapContext } from '../maps/map-context.ts';
import { findMap } from '../maps/map-queries.ts';
import { describeProposalFor, findProposal } from '../proposals/proposal-queries.ts';
import { type Follower, maySee, Room, type Sight } from './room.ts';

/** The number of operations that are read and sent at a time. */
const operationsPerReading = 500;
/** All followers are checked at intervals, because a log-in also ends when its token expires. */
const recheckMilliseconds = 60_000;

/** Why connections end. */
export const roomEndings = {
  notAuthenticated: {
    closeCode: liveCloseCodes.notAuthenticated,
    code: 'not_authenticated',
    error: messages.notAuthenticated,
  },
  notAllowed: {
    closeCode: liveCloseCodes.notAllowed,
    code: 'not_allowed',
    error: 'You can not open this map any more.',
  },
  notFound: {
    closeCode: liveCloseCodes.notFound,
    code: 'map_not_found',
    error: messages.notFound,
  },
} satisfies Record<string, Ending>;

export type Credentials = Omit<Follower['credentials'], 'accountId' | 'sessionId'>;
export type Admission =
  | (Pick<Follower, 'role' | 'isInvited' | 'isViewOnly' | 'credentials'> & {
      readonly name: string | undefined;
      readonly lastSeq: number;
      /** The last operation that the person may not read, or 0. */
      readonly unreadableSeq: number;
    })
  | { readonly refusal: Ending };

/** The maps that are followed in this process. Other processes announce changes by notices. */
export class Rooms {
  readonly #context: MapContext;
  readonly #rooms = new Map<number, Room>();
  readonly #endings: (() => void)[];
  readonly #recheck: NodeJS.Timeout;

  constructor(context: MapContext) {
    this.#context = context;
    const { notices } = context.platform;
    const listen = (channel: string, hear: (id: string, number: number) => void) =>
      notices.listen(channel, {
        hear: ({ id, number = 0 }) => hear(id, number),
        catchUp: () => this.#catchUp(),
      });
    this.#endings = [
      listen(channels.operations, (id) => void this.#rooms.get(Number(id))?.sendOperations()),
      listen(channels.access, (id) => this.#careful(this.#tellPeople(Number(id)))),
      listen(channels.comments, (id, change) => this.#careful(this.#tellComment(id, change))),
      listen(channels.proposals, (id, change) => this.#careful(this.#tellProposal(id, change))),
      listen(keyRevokedChannel, (id) => {
        if (id.startsWith('map/')) this.#careful(this.#checkRoom(Number(id.slice(4))));
      }),
      listen(sessionEndedChannel, (id) => this.#endSession(id)),
    ];
    this.#recheck = setInterval(() => this.#catchUp(), recheckMilliseconds);
    this.#recheck.unref();
  }

  close(): void {
    clearInterval(this.#recheck);
    for (const end of this.#endings) end();
  }

  /** Decides what a person may do on a map, by the credentials in the first message. */
  async admit(mapId: number, credentials: Credentials): Promise<Admission> {
    const { orm, platform } = this.#context;
    const { token, mapToken, viewKey } = credentials;
    const session = token === undefined ? undefined : await platform.sessions.verify(token);
    if (token !== undefined && !session?.isActivated) {
      return { refusal: roomEndings.notAuthenticated };
    }
    const accountId = session?.account.id;
    const map = await findMap(orm, mapId);
    const permission =
      map && (await findPermission(orm, map, { accountId, token: mapToken, viewKey }));
    if (!map || !permission) return { refusal: roomEndings.notFound };
    const { role } = permission;
    return {
      ...permission,
      name: session?.account.username,
      lastSeq: map.lastSeq,
      unreadableSeq: lastUnreadable({ map, role }),
      credentials: { ...credentials, accountId, sessionId: session?.id },
    };
  }

  /**
   * Lets a person follow a map who was admitted before. The access is checked once more, because a
   * notice that it ended may have come between the admission and this call, when it found nobody to
   * disconnect.
   */
  async join(mapId: number, follower: Follower): Promise<void> {
    const room = this.#rooms.get(mapId) ?? this.#openRoom(mapId);
    room.add(follower);
    await this.#checkFollower(mapId, follower);
    void room.sendOperations();
  }

  leave(mapId: number, follower: Follower): void {
    const room = this.#rooms.get(mapId);
    room?.remove(follower);
    if (room?.followers.size === 0) this.#rooms.delete(mapId);
  }

  move(
    mapId: number,
    follower: Follower,
    presence: Pick<PresentPerson, 'cursor' | 'feature_id'>,
  ): void {
    this.#rooms.get(mapId)?.move(follower, presence);
  }

  /** The people on a map whom a person sees. */
  peopleIn(mapId: number, reader: Sight): PresentPerson[] {
    const followers = [...(this.#rooms.get(mapId)?.followers ?? [])];
    return followers.filter((each) => maySee(reader, each)).map(({ person }) => person);
  }

  #openRoom(mapId: number): Room {
    const room = new Room(
      async (since, hasViewers) => {
        const { orm } = this.#context;
        const all = await listOperations(orm, mapId, { since, limit: operationsPerReading });
        const forViewers = hasViewers ? await shownToViewers(orm, mapId, all) : undefined;
        return { all, forViewers };
      },
      (error) => this.#report(error),
    );
    this.#rooms.set(mapId, room);
    return room;
  }

  #report(error: unknown): void {
    this.#context.platform.log.error({ err: error }, 'telling what happened on a map');
  }

  #careful(sending: Promise<void>): void {
    sending.catch((error) => this.#report(error));
  }

  /** Notices may have been missed: sends operations, and checks again who may read what. */
  #catchUp(): void {
    for (const [mapId, room] of this.#rooms) {
      void room.sendOperations();
      this.#careful(this.#checkRoom(mapId));
    }
  }

  #endSession(sessionId: string): void {
    for (const room of this.#rooms.values()) {
      for (const { socket, credentials } of [...room.followers]) {
        if (credentials.sessionId === sessionId) socket.end(roomEndings.notAuthenticated);
      }
    }
  }

  async #checkRoom(mapId: number): Promise<void> {
    for (const follower of [...(this.#rooms.get(mapId)?.followers ?? [])]) {
      await this.#checkFollower(mapId, follower);
    }
  }

  async #tellPeople(mapId: number): Promise<void> {
    await this.#checkRoom(mapId);
    for (const { socket, role, isInvited } of this.#rooms.get(mapId)?.followers ?? []) {
      if (role !== 'viewer' || isInvited) socket.send({ kind: 'people' });
    }
  }

  /** Checks again what a follower may do, and disconnects one who may no longer read the map. */
  async #checkFollower(mapId: number, follower: Follower): Promise<void> {
    const admission = await this.admit(mapId, follower.credentials);
    if ('refusal' in admission) {
      const isLoggedOut = admission.refusal === roomEndings.notAuthenticated;
      follower.socket.end(isLoggedOut ? admission.refusal : roomEndings.notAllowed);
      return;
    }
    const { role, isInvited, isViewOnly } = admission;
    follower.isInvited = isInvited;
    if (role !== follower.role || isViewOnly !== follower.isViewOnly) {
      this.#rooms.get(mapId)?.changeSight(follower, { role, isViewOnly });
    }
  }

  /** The room of a notice about a comment or a proposal, and the id of that. */
  #roomOf(id: string): [room: Room | undefined, id: string] {
    const [mapId, ofMap = ''] = id.split('/');
    return [this.#rooms.get(Number(mapId)), ofMap];
  }

  async #tellComment(id: string, change: number): Promise<void> {
    const [room, commentId] = this.#roomOf(id);
    if (!room) return;
    const comment = (await findComment(this.#context.orm, commentId)) ?? null;
    const word = comment ? (noticedChanges[change] ?? 'changed') : 'deleted';
    const textOf = (shown: MapComment | null) => {
      const message = { kind: 'comment', change: word, id: commentId, comment: shown } as const;
      return JSON.stringify(message satisfies ServerMessage);
    };
    const text = textOf(comment);
    for (const { socket, role, isInvited, credentials } of room.followers) {
      if (role !== 'viewer' || !comment) socket.send(text);
      else {
        const shown = commentForViewer(comment, {
          isInvited,
          accountId: credentials.accountId,
        });
        if (shown) socket.send(textOf(shown));
      }
    }
  }

  async #tellProposal(id: string, change: number): Promise<void> {
    const [room, proposalId] = this.#roomOf(id);
    const proposal = room && (await findProposal(this.#context.orm, proposalId));
    if (!proposal) return;
    for (const { socket, role, credentials } of room.followers) {
      // Viewers can't make proposals and are not shown those of others.
      if (role === 'viewer') continue;
      socket.send({
        kind: 'proposal',
        change: noticedChanges[change] === 'added' ? 'added' : 'changed',
        proposal: describeProposalFor(proposal, credentials),
      });
    }
  }
}
