/** These are apart from the schemas, so that every page can use them without the schema library. */

/** The WebSocket of notifications. Its messages are JSON texts, each with a `kind`. */
export const notificationsLiveAddress = '/api/notifications/live';

/** Messages of the server: how many notifications are unread, now and after each change. */
export type NotificationsServerMessage =
  | { readonly kind: 'unread'; readonly unread: number }
  | { readonly kind: 'pong' }
  | { readonly kind: 'refused'; readonly code: string; readonly error: string };
