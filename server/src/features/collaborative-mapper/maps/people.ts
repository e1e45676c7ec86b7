import type { MapAuthor, MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { sql } from 'drizzle-orm';
import { account } from '../../../platform/database/schema/index.ts';

/** What maps show of an account. */
export const personColumns = {
  id: account.id,
  username: account.username,
  firstName: account.firstName,
  lastName: account.lastName,
  organization: account.organization,
  photo: account.photo,
};

export interface PersonRow {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string;
  readonly photo: string | null;
}

export function describePerson(row: PersonRow): MapUser {
  return {
    id: row.id,
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    organization: row.organization,
    photo: row.photo && `/media/${row.photo}`,
  };
}

/** Who did something, as the tables of a map keep it, with the account's name joined. */
export interface AuthorRow {
  readonly authorId: number | null;
  readonly authorName: string | null;
  readonly visitorName: string | null;
}

export const authorName = sql<string | null>`${account.username}`.as('author_name');

export function describeAuthor({ authorId, authorName, visitorName }: AuthorRow): MapAuthor {
  return { id: authorId, username: authorName ?? visitorName ?? 'Deleted account' };
}
