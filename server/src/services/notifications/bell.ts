import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { notificationsClientMessageSchema } from '@refugia/contract/notifications.ts';
import {
  type NotificationsServerMessage,
  notificationsLiveAddress,
} from '@refugia/contract/notifications-live.ts';
import type { z } from 'zod';
import type { App } from '../../platform/http/api.ts';
import type { LiveSocket } from '../../platform/live/live-socket.ts';
import { helloAgain, type LiveSession, serveLive } from '../../platform/live/serve-live.ts';
import type { Platform } from '../../platform/platform.ts';
import { sessionEndedChannel } from '../../platform/session/sessions.ts';
import { countUnread } from './queries.ts';
import { notificationChannel } from './tell.ts';

type ClientMessage = z.output<typeof notificationsClientMessageSchema>;

/** The largest number of connections of one process. */
const maxConnections = 5_000;

const notAuthenticated = {
  closeCode: 4401,
  code: 'not_authenticated',
  error: messages.notAuthenticated,
};

/** One browser that is told how many notifications are unread. */
interface Listener {
  readonly socket: LiveSocket;
  readonly token: string;
  readonly accountId: number;
  readonly sessionId: string;
}

/** Registers the WebSocket that tells people how many notifications they have not read. */
export function registerBell(app: App, platform: Platform): void {
  const { config, log, sessions, database } = platform;
  const listeners = new Set<Listener>();
  const failed = (error: unknown) => log.error({ err: error }, 'telling unread notifications');

  /** The log-in is checked each time, because it may have expired or ended since. */
  async function tell({ socket, token, accountId }: Listener): Promise<void> {
    if (!(await sessions.verify(token))?.isActivated) return socket.end(notAuthenticated);
    const unread = await countUnread(database.orm, accountId);
    socket.send({ kind: 'unread', unread } satisfies NotificationsServerMessage);
  }
  function tellThose(which: (listener: Listener) => boolean): void {
    for (const listener of listeners) if (which(listener)) tell(listener).catch(failed);
  }
  hearNews(app, platform, tellThose);

  function open(
    socket: LiveSocket,
    admit: (accountId: number | undefined) => boolean,
  ): LiveSession<ClientMessage> {
    let listener: Listener | undefined;
    return {
      async receive(message) {
        if (message.kind === 'ping') {
          if (listener) socket.send({ kind: 'pong' } satisfies NotificationsServerMessage);
          else socket.end(notAuthenticated);
          return;
        }
        if (listener) return socket.end(helloAgain);
        const session = await sessions.verify(message.token);
        if (!session?.isActivated) return socket.end(notAuthenticated);
        if (socket.hasEnded || !admit(session.account.id)) return;
        const { token } = message;
        listener = { socket, token, accountId: session.account.id, sessionId: session.id };
        listeners.add(listener);
        await tell(listener);
      },
      closed() {
        if (listener) listeners.delete(listener);
      },
    };
  }

  serveLive<ClientMessage>(app, {
    url: notificationsLiveAddress,
    summary: 'A WebSocket: how many notifications you have not read, as that changes',
    tags: ['notifications'],
    config,
    limits: limits.notifications.live,
    maxConnections,
    messages: notificationsClientMessageSchema,
    open: (socket, _request, admit) => open(socket, admit),
    failed,
  });
}

/** Calls back for those listeners whose notifications or session have changed, until the app closes. */
function hearNews(
  app: App,
  { notices }: Platform,
  tellThose: (which: (listener: Listener) => boolean) => void,
): void {
  const stopHearing = [
    notices.listen(notificationChannel, {
      hear: ({ id }) => tellThose(({ accountId }) => accountId === Number(id)),
      catchUp: () => tellThose(() => true),
    }),
    notices.listen(sessionEndedChannel, {
      hear: ({ id }) => tellThose(({ sessionId }) => sessionId === id),
      catchUp: () => {},
    }),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stopHearing) stop();
  });
}
