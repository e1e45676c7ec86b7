import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { account, mapComment, mapMember } from '../../../platform/database/schema/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import type { MapRow } from '../maps/map-queries.ts';

/** The largest number of people whom one comment can mention. */
const maxMentions = 10;
const mentionPattern = /(?<![\w@.])@([A-Za-z][A-Za-z0-9_-]{1,19})/g;

/** Finds the usernames that a text mentions with @, in lower case. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(mentionPattern)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].slice(0, maxMentions);
}

/**
 * Sends a mail to people whom a comment mentions as @username. Only people who may edit the map or
 * have commented on it get a mail, so that strangers can't send mail to anybody.
 */
export async function mailMentioned(
  { mailer, config }: Pick<Platform, 'mailer' | 'config'>,
  transaction: Transaction,
  comment: {
    readonly map: MapRow;
    readonly author: Account;
    readonly text: string;
    /** True when viewers of the map may not read the comment. */
    readonly isForTeam: boolean;
  },
): Promise<void> {
  const { map, author, text, isForTeam } = comment;
  const names = mentionsIn(text).filter((name) => name !== author.username.toLowerCase());
  if (names.length === 0) return;
  const takesPart = or(
    eq(account.id, map.ownerId),
    sql`EXISTS (SELECT FROM ${mapMember} WHERE ${mapMember.mapId} = ${map.id} AND ${mapMember.accountId} = ${account.id})`,
    map.isPublished && !isForTeam
      ? sql`EXISTS (SELECT FROM ${mapComment} WHERE ${mapComment.mapId} = ${map.id} AND ${mapComment.accountId} = ${account.id})`
      : undefined,
  );
  const people = await transaction
    .select({
      firstName: account.firstName,
      address: sql<string>`coalesce(${account.formerEmail}, ${account.email})`,
    })
    .from(account)
    .where(
      and(
        inArray(sql`lower(${account.username})`, names),
        isNotNull(account.activatedAt),
        takesPart,
      ),
    );
  const url = new URL(`/apps/collaborativemapper/map?id=${map.id}`, config.publicUrl).href;
  for (const { firstName, address } of people) {
    await mailer.send(
      {
        to: address,
        subject: `${author.username} mentions you on the map "${map.name}"`,
        parts: [
          `Hello ${firstName},`,
          `${author.username} mentions you in a comment on the map "${map.name}":`,
          { quote: text },
          { label: 'Open the map', url },
        ],
      },
      transaction,
    );
  }
}
