import type { NotificationKind } from '@refugia/contract/notifications.ts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { account, accountReference } from './account.ts';
import { instant } from './columns.ts';

/** What a mail links to, with pictures of it. Addresses are paths. */
export interface NotificationLink {
  readonly label: string;
  readonly address: string;
  readonly pictures?: readonly { readonly caption: string; readonly address: string }[];
}

/** Something that happened and that one person is told of. */
export const notification = pgTable(
  'notification',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The person who is told. */
    accountId: accountReference(),
    kind: text().$type<NotificationKind>().notNull(),
    /** Who did it: an account, with which this goes, or else a visitor's name. */
    actorId: integer('actor_id').references(() => account.id, { onDelete: 'cascade' }),
    visitorName: text('visitor_name'),
    /** What it is part of, such as `map:12`. */
    target: text().notNull(),
    /** The name of the target at that time. */
    targetName: text('target_name').notNull(),
    /** What it is about, such as `comment:…`. */
    subject: text().notNull(),
    /** The beginning of a note, a comment or a reason, or empty. */
    excerpt: text().notNull(),
    /** The numbers of the changes that were proposed or decided, and of all changes of the proposal. */
    changes: integer(),
    changesInAll: integer('changes_in_all'),
    /** What a mail also links to, with the paths of the screens. */
    links: jsonb().$type<readonly NotificationLink[]>(),
    /** The path of the screen that shows it. */
    address: text().notNull(),
    at: instant('at').notNull().defaultNow(),
    readAt: instant('read_at'),
    /** `none` for what is not told by mail, or was read before. */
    mail: text({ enum: ['waiting', 'sent', 'none'] }).notNull(),
    mailedAt: instant('mailed_at'),
  },
  (table) => [
    index('notification_account').on(table.accountId, table.at),
    index('notification_target').on(table.target),
    index('notification_actor').on(table.actorId),
    index('notification_mail').on(table.accountId).where(sql`mail = 'waiting'`),
  ],
);
