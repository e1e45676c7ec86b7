import { z } from 'zod';
import { limits } from './limits.ts';
import { wholeNumberSchema } from './numbers.ts';

/** What people are told of. */
const notificationKinds = [
  'proposal',
  'accepted',
  'rejected',
  'comment',
  'reply',
  'mention',
  'invitation',
  'joined',
  'access-request',
  'ownership',
  'handed-over',
  'place-shared',
  'place-change',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What the sentence of a notification is made of. */
interface NotificationFacts {
  readonly kind: NotificationKind;
  /** The name of who did it. */
  readonly actor: string;
  /** The name of the map, or of the place. */
  readonly map: string;
  /** The number of changes that were proposed or decided. */
  readonly changes?: number | undefined;
  /** The number of changes of the proposal of which some were decided. */
  readonly changesInAll?: number | undefined;
}

/** Says in a sentence without a full stop what happened. It is the subject of a mail about it. */
export function notificationSentence(facts: NotificationFacts): string {
  const { kind, actor, map, changes = 1, changesInAll = changes } = facts;
  const on = `on the map "${map}"`;
  const proposal =
    changes < changesInAll
      ? `${changes} of the ${changesInAll} changes that you proposed`
      : 'your proposal';
  switch (kind) {
    case 'proposal':
      return `${actor} proposes ${changes === 1 ? 'a change' : `${changes} changes`} ${on}`;
    case 'accepted':
    case 'rejected':
      return `${actor} ${kind} ${proposal} ${on}`;
    case 'comment':
      return `${actor} commented ${on}`;
    case 'reply':
      return `${actor} replied to you ${on}`;
    case 'mention':
      return `${actor} mentions you ${on}`;
    case 'invitation':
      return `${actor} invites you to the map "${map}"`;
    case 'access-request':
      return `${actor} asks to be let onto the map "${map}"`;
    case 'ownership':
      return `${actor} hands the map "${map}" over to you`;
    case 'handed-over':
      return `${actor} owns the map "${map}" now, which you handed over`;
    case 'place-shared':
      return `${actor} shares the place "${map}" with you`;
    case 'place-change':
      return `${changes === 1 ? 'A new patch' : `${changes} new patches`} of change at the place "${map}"`;
    case 'joined':
      return `${actor} accepted your invitation to the map "${map}"`;
  }
}

/** A notification: something that happened and concerns the person. */
const notificationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(notificationKinds),
    sentence: z.string().describe('What happened, without a full stop.'),
    excerpt: z.string().describe('The beginning of a note, a comment or a reason, or empty.'),
    address: z.string().describe('The path of the screen that shows it.'),
    at: z.string(),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationSchema>;

/** GET /api/notifications, the latest first. */
export const notificationsQuerySchema = z.object({
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('Only those that were not read.'),
  limit: wholeNumberSchema(1, limits.notifications.perPage).default(limits.notifications.perPage),
  offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER).default(0),
});
export const notificationsSchema = z.array(notificationSchema);

/** PUT /api/notifications/read. The reply is the number of those that are still unread. */
export const readNotificationsSchema = z.object({
  ids: z
    .array(z.uuid())
    .max(limits.notifications.maxPerAccount)
    .optional()
    .describe('Default: all.'),
});
export const unreadSchema = z.object({ unread: z.number().int() });

/** When people are told by mail. */
const mailChoices = ['at once', 'daily', 'off'] as const;
export type MailChoice = (typeof mailChoices)[number];

/** GET and PUT /api/notifications/preferences. */
export const notificationPreferencesSchema = z.object({ mail: z.enum(mailChoices) });
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;

/** POST /api/notifications/unsubscribe, by the token of a mail's link. */
export const unsubscribeQuerySchema = z.object({ token: z.string().max(200) });

/** Messages of a browser on the WebSocket of notifications. The first one is `hello`. */
export const notificationsClientMessageSchema = z.discriminatedUnion('kind', [
  /** The login token without the first word that it has in the header `Authorization`. */
  z.object({ kind: z.literal('hello'), token: z.string().max(2_000) }),
  z.object({ kind: z.literal('ping') }),
]);
