import { limits } from '@refugia/contract/limits.ts';
import type { NotificationKind } from '@refugia/contract/notifications.ts';
import { and, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import {
  account,
  type NotificationLink,
  notification,
} from '../../platform/database/schema/index.ts';
import { notify } from '../../platform/notify/notices.ts';

const { excerptMaxLength, keptDays, maxPerAccount } = limits.notifications;

/** Channel that tells every process whose notifications have changed. The notice's `id` is the account's. */
export const notificationChannel = 'notification';

/** Something that happened, for the people who are told of it. */
export interface News {
  readonly kind: NotificationKind;
  readonly actor: { readonly accountId: number | null; readonly visitorName: string | null };
  /** What it is part of: a name such as `map:12`, and the name that people know it by. */
  readonly target: { readonly id: string; readonly name: string };
  /** What it is about, such as `comment:…`. */
  readonly subject: string;
  /** A note, a comment or a reason. Only its beginning is kept. */
  readonly text: string;
  /** The number of changes that were proposed or decided, and of all changes of the proposal. */
  readonly changes?: { readonly count: number; readonly inAll: number };
  /** What a mail also links to, with the paths of the screens. */
  readonly links?: readonly NotificationLink[];
  readonly address: string;
}

/**
 * Tells people of something when the transaction is committed: on the screen, and by mail as each of
 * them has chosen. Nobody is told of what they did themselves.
 */
export async function tellPeople(
  transaction: Queryable,
  accountIds: Iterable<number>,
  news: News,
): Promise<void> {
  const ids = [...new Set(accountIds)].filter((id) => id !== news.actor.accountId);
  if (ids.length === 0) return;
  const people = await transaction
    .select({ id: account.id, mail: account.notificationMail })
    .from(account)
    .where(and(inArray(account.id, ids), isNotNull(account.activatedAt)));
  if (people.length === 0) return;
  const { kind, actor, target, subject, text, changes, links, address } = news;
  await transaction.insert(notification).values(
    people.map(({ id, mail }) => ({
      accountId: id,
      kind,
      actorId: actor.accountId,
      visitorName: actor.visitorName,
      target: target.id,
      targetName: target.name,
      subject,
      excerpt: beginningOf(text),
      changes: changes?.count,
      changesInAll: changes?.inAll,
      links,
      address,
      mail: mail === 'off' ? ('none' as const) : ('waiting' as const),
    })),
  );
  for (const { id } of people) await tellChanged(transaction, id);
}

function beginningOf(text: string): string {
  return text.length > excerptMaxLength ? `${text.slice(0, excerptMaxLength).trim()} …` : text;
}

/** Announces that the notifications of an account have changed, when the transaction is committed. */
export function tellChanged(orm: Queryable, accountId: number): Promise<void> {
  return notify(orm, notificationChannel, { id: String(accountId) });
}

/**
 * Takes notifications back that nobody should read any more: those about a subject that is gone, or
 * those of a target that is gone, or that one person may not see any more.
 */
export async function takeBackNotifications(
  orm: Queryable,
  about:
    | { readonly subject: string }
    | { readonly target: string; readonly accountId?: number | undefined },
): Promise<void> {
  const which =
    'subject' in about
      ? eq(notification.subject, about.subject)
      : and(
          eq(notification.target, about.target),
          about.accountId === undefined ? undefined : eq(notification.accountId, about.accountId),
        );
  const removed = await orm
    .delete(notification)
    .where(which)
    .returning({ accountId: notification.accountId });
  for (const id of new Set(removed.map(({ accountId }) => accountId))) await tellChanged(orm, id);
}

/** Removes notifications that are too old, and of each person those beyond the most that are kept. */
export async function removeOldNotifications(orm: Queryable, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  const ranked = orm
    .select({
      id: notification.id,
      rank: sql<number>`row_number() OVER (PARTITION BY ${notification.accountId} ORDER BY ${desc(notification.at)})`.as(
        'rank',
      ),
    })
    .from(notification)
    .as('ranked');
  const surplus = orm.select({ id: ranked.id }).from(ranked).where(sql`rank > ${maxPerAccount}`);
  await orm
    .delete(notification)
    .where(or(lt(notification.at, oldest), inArray(notification.id, surplus)));
}
