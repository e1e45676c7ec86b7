import { messages } from '@refugia/contract/messages.ts';
import {
  notificationPreferencesSchema,
  notificationsQuerySchema,
  notificationsSchema,
  readNotificationsSchema,
  unreadSchema,
  unsubscribeQuerySchema,
} from '@refugia/contract/notifications.ts';
import { type App, describeCalls, errorReplies } from '../../platform/http/api.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerBell } from './bell.ts';
import { keepPeopleMailed } from './mail.ts';
import { chooseMail, countUnread, listNotifications, markRead } from './queries.ts';
import { accountOfToken, unsubscribeCall, unsubscribePage } from './unsubscribe.ts';

const tag = 'notifications';
const { forAccounts } = describeCalls(tag, 400, 401);
const { withoutToken } = describeCalls(tag);

/** Registers notifications: the calls, the live count, and the mails of this process. */
export function registerNotifications(app: App, platform: Platform): void {
  const { database, sessions } = platform;
  const { orm } = database;
  const mailing = platform.config.role === 'api' ? undefined : keepPeopleMailed(platform);
  app.addHook('onClose', async () => mailing?.stop());

  app.get(
    '/api/notifications',
    forAccounts('What others did that concerns you, the latest first', {
      querystring: notificationsQuerySchema,
      response: { 200: notificationsSchema },
    }),
    async (request, reply) => {
      const { id } = await sessions.require(request);
      reply.header('cache-control', 'no-store');
      return await listNotifications(orm, id, request.query);
    },
  );

  app.put(
    '/api/notifications/read',
    forAccounts('Mark some or all of your notifications as read', {
      body: readNotificationsSchema,
      response: { 200: unreadSchema },
    }),
    async (request) => {
      const { id } = await sessions.require(request);
      await orm.transaction((transaction) => markRead(transaction, id, request.body.ids));
      return { unread: await countUnread(orm, id) };
    },
  );

  app.get(
    '/api/notifications/preferences',
    forAccounts('When you are told by mail', { response: { 200: notificationPreferencesSchema } }),
    async (request, reply) => {
      const { notificationMail } = await sessions.require(request);
      reply.header('cache-control', 'no-store');
      return { mail: notificationMail };
    },
  );

  app.put(
    '/api/notifications/preferences',
    forAccounts('Choose when you are told by mail', {
      body: notificationPreferencesSchema,
      response: { 200: notificationPreferencesSchema },
    }),
    async (request) => {
      const { id } = await sessions.require(request);
      const { mail } = request.body;
      await orm.transaction((transaction) => chooseMail(transaction, id, mail));
      return { mail };
    },
  );
  registerUnsubscribing(app, platform);
  registerBell(app, platform);
}

function registerUnsubscribing(app: App, { database: { orm }, keys }: Platform): void {
  app.get(
    unsubscribeCall,
    { schema: { hide: true, querystring: unsubscribeQuerySchema } },
    // A mail program that does not know the other call opens this address in a browser.
    (request, reply) => reply.redirect(unsubscribePage(request.query.token)),
  );

  app.register(async (scope: App) => {
    // Mail programs send a form with one fixed field (RFC 8058, 3.1), which says nothing more.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, _body, done) => done(null, undefined),
    );
    scope.post(
      unsubscribeCall,
      withoutToken(
        "Get no more mails about what others did, by a mail's link and without a log-in",
        {
          security: [{}],
          querystring: unsubscribeQuerySchema,
          response: { 200: notificationPreferencesSchema, ...errorReplies(400, 404) },
        },
      ),
      async (request) => {
        const accountId = accountOfToken(request.query.token, keys.unsubscribe);
        const isDone =
          accountId !== undefined &&
          (await orm.transaction((transaction) => chooseMail(transaction, accountId, 'off')));
        if (!isDone) throw new ApiFailure(404, 'link_not_valid', messages.unsubscribeLinkInvalid);
        return { mail: 'off' as const };
      },
    );
  });
}
