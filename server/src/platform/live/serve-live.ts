import type { WebSocket } from '@fastify/websocket';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { App } from '../http/api.ts';
import { isDiskFull } from '../http/disk-full.ts';
import { ApiFailure } from '../http/failure.ts';
import { isOwnOrigin } from '../http/other-sites.ts';
import { networkAddressOf } from '../http/rate-limits.ts';
import { type Ending, type LiveLimits, LiveSocket } from './live-socket.ts';

/** Handles the messages of one connection. */
export interface LiveSession<Message> {
  /** Receives one message at a time. The next message waits until the promise has settled. */
  receive(message: Message): Promise<void> | void;
  closed(): void;
}

export interface LiveOptions<Message> {
  /** The route, with parameters, such as `/api/live/:id`. */
  readonly url: string;
  readonly summary: string;
  readonly tags: string[];
  readonly config: Pick<Config, 'publicUrl' | 'rateLimits'>;
  readonly limits: LiveLimits;
  /** The most connections of this process. */
  readonly maxConnections: number;
  readonly messages: z.ZodType<Message>;
  /**
   * Opens a session. It calls `admit` when it knows who connects: the id of an account, or undefined
   * for a visitor. False means that this person has too many connections, and that this one has ended.
   */
  open(
    socket: LiveSocket,
    request: FastifyRequest,
    admit: (accountId: number | undefined) => boolean,
  ): LiveSession<Message>;
  /** Is called when handling a message failed through an internal error. */
  failed(error: unknown): void;
}

/**
 * The most connections of one network address that have not said yet who they are. All people of an
 * office connect anew at once when the server restarts.
 */
const maxUnknown = 500;

/** The ending of a connection whose browser says a second time who it is. */
export const helloAgain: Ending = {
  closeCode: 4400,
  code: 'bad_message',
  error: 'The first message, which says who connects, came twice.',
};

const endings = {
  tooLarge: (bytes: number): Ending => ({
    closeCode: 1009,
    code: 'too_large',
    error: `A message can have at most ${bytes / 1_000_000} MB.`,
  }),
  notText: { closeCode: 4400, code: 'bad_message', error: 'Messages are JSON texts.' },
  notJson: { closeCode: 4400, code: 'bad_message', error: 'This message is no JSON.' },
  unknown: {
    closeCode: 4400,
    code: 'bad_message',
    error: 'This message is of no kind that is known here, or is not written as expected.',
  },
  tooMany: {
    closeCode: 4429,
    code: 'too_many_messages',
    error: 'Too many messages. Please connect again later.',
  },
  tooManyConnections: {
    closeCode: 4429,
    code: 'too_many_connections',
    error: 'Too many connections are open. Please close one first.',
  },
  silent: {
    closeCode: 4401,
    code: 'not_authenticated',
    error: 'The first message, which says who connects, did not come.',
  },
  fault: { closeCode: 1011, code: 'server_error', error: 'Something went wrong.' },
  full: { closeCode: 1011, code: 'disk_full', error: messages.diskFull },
  leaving: {
    closeCode: 1001,
    code: 'going_away',
    error: 'The server stops. Please connect again.',
  },
} satisfies Record<string, Ending | ((bytes: number) => Ending)>;

/** @returns undefined for a message that ends the connection */
function readMessage<Message>(
  { limits, messages: schema }: Pick<LiveOptions<Message>, 'limits' | 'messages'>,
  live: LiveSocket,
  data: Buffer,
  isBinary: boolean,
): Message | undefined {
  const refuse = (ending: Ending) => {
    live.end(ending);
    return undefined;
  };
  if (!live.isWithinRate()) return refuse(endings.tooMany);
  if (data.length > limits.maxMessageBytes) {
    return refuse(endings.tooLarge(limits.maxMessageBytes));
  }
  if (isBinary) return refuse(endings.notText);
  let value: unknown;
  try {
    value = JSON.parse(data.toString());
  } catch {
    return refuse(endings.notJson);
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : refuse(endings.unknown);
}

/**
 * Serves a WebSocket at an address. Connections from other origins are refused during the
 * handshake. Messages that are too large, too frequent or of an unknown kind close the connection
 * with a reason, and so does a missing first message.
 */
export function serveLive<Message>(app: App, options: LiveOptions<Message>): void {
  const { config, limits, maxConnections } = options;
  const { liveConnectionsPerAccount, liveConnectionsPerAddress } = config.rateLimits;
  const open = new Set<LiveSocket>();
  const connections = new Map<string, number>();

  const count = (owner: string, change: 1 | -1) => {
    const counted = (connections.get(owner) ?? 0) + change;
    if (counted === 0) connections.delete(owner);
    else connections.set(owner, counted);
  };

  function accept(socket: WebSocket, request: FastifyRequest): void {
    const live = new LiveSocket(socket, limits);
    const address = networkAddressOf(request);
    let owner = `unknown ${address}`;
    const hasRoom = (max: number) => (connections.get(owner) ?? 0) < max;
    if (open.size >= maxConnections || !hasRoom(maxUnknown)) {
      live.end(endings.tooManyConnections);
      return;
    }
    open.add(live);
    count(owner, 1);
    const silence = setTimeout(() => live.end(endings.silent), limits.helloSeconds * 1000);
    const session = options.open(live, request, (accountId) => {
      if (live.hasEnded) return false;
      count(owner, -1);
      owner = accountId === undefined ? address : `account ${accountId}`;
      const isAdmitted = hasRoom(
        accountId === undefined ? liveConnectionsPerAddress : liveConnectionsPerAccount,
      );
      count(owner, 1);
      if (!isAdmitted) live.end(endings.tooManyConnections);
      return isAdmitted;
    });
    let turn: Promise<void> = Promise.resolve();

    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (live.hasEnded) return;
      clearTimeout(silence);
      const message = readMessage(options, live, data, isBinary);
      if (message === undefined) return;
      turn = turn.then(async () => {
        if (live.hasEnded) return;
        try {
          await session.receive(message);
        } catch (error) {
          options.failed(error);
          live.end(isDiskFull(error) ? endings.full : endings.fault);
        }
      });
    });
    socket.on('close', () => {
      clearTimeout(silence);
      open.delete(live);
      count(owner, -1);
      session.closed();
    });
  }

  app.route({
    method: 'GET',
    url: options.url,
    schema: { tags: options.tags, summary: options.summary },
    preValidation: async (request) => {
      // Browsers let every page open a WebSocket to any server, with that server's cookies.
      if (isOwnOrigin(request.headers, config.publicUrl)) return;
      throw new ApiFailure(403, 'foreign_origin', 'Pages of other sites can not connect here.');
    },
    handler: () => {
      throw new ApiFailure(426, 'upgrade_required', 'This address is a WebSocket.');
    },
    wsHandler: accept,
  });
  app.addHook('preClose', async () => {
    for (const live of open) live.end(endings.leaving);
  });
}
