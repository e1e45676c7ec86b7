import type {
  Collaborator,
  MapAuthor,
  MapUser,
  MemberRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { sql } from 'drizzle-orm';
import { account } from '../../../platform/database/schema/index.ts';

export const personColumns = {
  id: account.id,
  username: account.username,
  firstName: account.firstName,
  lastName: account.lastName,
  organization: account.organization,
  photo: account.photo,
};

export type PersonRow = Pick<typeof account.$inferSelect, keyof typeof personColumns>;

/** Describes an account as the API shows it on maps. */
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

/** Describes a collaborator as the API shows it. */
export function describeCollaborator(row: PersonRow & { readonly role: MemberRole }): Collaborator {
  return { ...describePerson(row), role: row.role };
}

/**
 * The author columns of a map's table, with the account's username joined. All are null once the
 * account was deleted.
 */
export interface AuthorRow {
  readonly authorId: number | null;
  readonly authorName: string | null;
  readonly visitorName: string | null;
}

export const authorName = sql<string | null>`${account.username}`.as('author_name');

/** Describes an author as the API shows it, by the username or by a visitor's name. */
export function describeAuthor({ authorId, authorName, visitorName }: AuthorRow): MapAuthor {
  return { id: authorId, username: authorName ?? visitorName ?? 'Deleted account' };
}
