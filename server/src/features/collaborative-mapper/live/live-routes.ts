import {
  clientMessageSchema,
  type PresentPerson,
} from '@refugia/contract/collaborative-mapper/live.ts';
import { limits } from '@refugia/contract/limits.ts';
import { membersOf } from '@refugia/contract/members.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';
import { helloAgain, type LiveSession, serveLive } from '../../../platform/live/serve-live.ts';
import { readVisitor } from '../../../platform/session/visitor.ts';
import { visitorNameOf } from '../maps/access.ts';
import { type MapContext, tag } from '../maps/map-context.ts';
import type { Follower } from './room.ts';
import { Rooms, roomEndings } from './rooms.ts';

const { live } = limits.collaborativeMapper;
type ClientMessage = z.output<typeof clientMessageSchema>;

/** Of one process. */
const maxConnections = 5_000;

/** Registers the WebSocket of a map: operations, comments and proposals as they are made, and who is there. */
export function registerLive(app: App, context: MapContext): void {
  const { config, log } = context.platform;
  const rooms = new Rooms(context);
  app.addHook('onClose', async () => rooms.close());

  serveLive<ClientMessage>(app, {
    url: '/api/rrm/live/:id',
    summary: 'A WebSocket: what happens on a map, as it happens',
    tags: [tag],
    config,
    limits: live,
    maxConnections,
    messages: clientMessageSchema,
    open: (socket, request, admit) => openSession(rooms, socket, { request, admit }),
    failed: (error) => log.error({ err: error }, 'a live message'),
  });
}

function openSession(
  rooms: Rooms,
  socket: LiveSocket,
  { request, admit }: { request: FastifyRequest; admit: (accountId?: number) => boolean },
): LiveSession<ClientMessage> {
  const mapId = Number(membersOf(request.params).id);
  let follower: Follower | undefined;

  async function begin(hello: Extract<ClientMessage, { kind: 'hello' }>): Promise<void> {
    if (!Number.isSafeInteger(mapId) || mapId < 1 || mapId > 2_147_483_647) {
      socket.end(roomEndings.notFound);
      return;
    }
    const visitorId = readVisitor(request);
    const admission = await rooms.admit(mapId, {
      token: hello.token,
      mapToken: hello.map_token,
      viewKey: hello.key,
      visitorId,
    });
    if ('refusal' in admission) return socket.end(admission.refusal);
    if (socket.hasEnded) return;
    const { role, isInvited, isViewOnly, credentials, lastSeq, unreadableSeq } = admission;
    const { name = visitorNameOf(visitorId ?? socket.id) } = admission;
    if (!admit(credentials.accountId)) return;
    const person: PresentPerson = {
      connection: socket.id,
      id: credentials.accountId ?? null,
      name,
      role,
      cursor: null,
      feature_id: null,
    };
    const isBehind =
      lastSeq - hello.since > live.maxMissedOperations ||
      hello.since > lastSeq ||
      hello.since < unreadableSeq;
    follower = {
      socket,
      person,
      credentials,
      role,
      isInvited,
      isViewOnly,
      sentSeq: isBehind ? lastSeq : hello.since,
    };
    const people = rooms.peopleIn(mapId, admission);
    socket.send({ kind: 'welcome', connection: socket.id, role, seq: lastSeq, people });
    if (isBehind) socket.send({ kind: 'behind', seq: lastSeq });
    await rooms.join(mapId, follower);
  }

  return {
    async receive(message) {
      if (message.kind === 'hello') {
        if (follower) socket.end(helloAgain);
        else await begin(message);
        return;
      }
      if (!follower) return socket.end(roomEndings.notAuthenticated);
      if (message.kind === 'ping') socket.send({ kind: 'pong' });
      else rooms.move(mapId, follower, { cursor: message.cursor, feature_id: message.feature_id });
    },
    closed() {
      if (follower) rooms.leave(mapId, follower);
    },
  };
}
