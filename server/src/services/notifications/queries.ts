import {
  type MailChoice,
  type Notification,
  notificationSentence,
} from '@refugia/contract/notifications.ts';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { account, notification } from '../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../platform/platform.ts';
import { tellChanged } from './tell.ts';

type Row = typeof notification.$inferSelect;

/** Describes a notification. @param actorName the username of the account that did it */
export function describeNotification(row: Row, actorName: string | null): Notification {
  return {
    id: row.id,
    kind: row.kind,
    sentence: notificationSentence({
      kind: row.kind,
      actor: actorName ?? row.visitorName ?? 'Somebody',
      map: row.targetName,
      changes: row.changes ?? undefined,
      changesInAll: row.changesInAll ?? undefined,
    }),
    excerpt: row.excerpt,
    address: row.address,
    at: row.at.toISOString(),
    read: row.readAt !== null,
  };
}

const isUnread = (accountId: number) =>
  and(eq(notification.accountId, accountId), isNull(notification.readAt));

/** Selects notifications with the usernames of the accounts that did what they tell. */
export const selectWithActors = (orm: Queryable) =>
  orm
    .select({ row: notification, actorName: account.username })
    .from(notification)
    .leftJoin(account, eq(account.id, notification.actorId));

/** Lists a person's notifications, the latest first. */
export async function listNotifications(
  orm: Queryable,
  accountId: number,
  page: { readonly unread: boolean; readonly limit: number; readonly offset: number },
): Promise<Notification[]> {
  const rows = await selectWithActors(orm)
    .where(page.unread ? isUnread(accountId) : eq(notification.accountId, accountId))
    .orderBy(desc(notification.at), asc(notification.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ row, actorName }) => describeNotification(row, actorName));
}

export const countUnread = (orm: Queryable, accountId: number): Promise<number> =>
  orm.$count(notification, isUnread(accountId));

/** Marks notifications of a person as read: some, or all. What was read is not mailed any more. */
export async function markRead(
  orm: Queryable,
  accountId: number,
  ids: readonly string[] | undefined,
): Promise<void> {
  const changed = await orm
    .update(notification)
    .set({ readAt: new Date() })
    .where(and(isUnread(accountId), ids && inArray(notification.id, [...ids])))
    .returning({ id: notification.id });
  if (changed.length > 0) await tellChanged(orm, accountId);
}

/**
 * Chooses when a person is told by mail. What waits to be mailed is not mailed any more once mails are
 * off.
 * @returns false when there is no such account
 */
export async function chooseMail(
  orm: Queryable,
  accountId: number,
  mail: MailChoice,
): Promise<boolean> {
  const changed = await orm
    .update(account)
    .set({ notificationMail: mail })
    .where(eq(account.id, accountId))
    .returning({ id: account.id });
  if (mail === 'off') {
    await orm
      .update(notification)
      .set({ mail: 'none' })
      .where(and(eq(notification.accountId, accountId), eq(notification.mail, 'waiting')));
  }
  return changed.length > 0;
}

export function notificationsOfAccounts({
  database,
}: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'notifications',
    count: (accountId) => orm.$count(notification, eq(notification.accountId, accountId)),
    async collect(accountId) {
      const rows = await selectWithActors(orm)
        .where(eq(notification.accountId, accountId))
        .orderBy(asc(notification.at));
      return rows.map(({ row, actorName }) => ({
        ...describeNotification(row, actorName),
        read_at: row.readAt,
        mailed_at: row.mailedAt,
      }));
    },
  };
}
