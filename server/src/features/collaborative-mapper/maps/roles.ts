import { createHash, timingSafeEqual } from 'node:crypto';
import type { MapRole, MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapRow } from './map-queries.ts';

/** A person before a map, with everything by which a role may be had on it. */
export interface Person {
  readonly accountId: number | undefined;
  /** The role that the owner gave to the account. */
  readonly memberRole: MemberRole | undefined;
  /** The map's token, as the person sent it. */
  readonly token: string | undefined;
  /** Whether the person came by a view-only link of the map. */
  readonly hasViewKey: boolean;
}

/** What a person is on a map. */
export interface Standing {
  readonly role: MapRole;
  /** Whether the owner let the person in, by a role or by a link, and not only by publishing the map. */
  readonly isInvited: boolean;
  /** Whether the person may view the map by its link, and do nothing else that viewers may. */
  readonly isViewOnly: boolean;
}

/** Compares in constant time, so that the duration does not tell how much of a token is right. */
function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/**
 * The role of a person on a map: the highest of those that they have. Who knows the map's token is
 * an editor.
 * @returns undefined when the person must not even learn that the map exists
 */
export function roleOf(
  { accountId, memberRole, token, hasViewKey }: Person,
  map: Pick<MapRow, 'ownerId' | 'token' | 'isPublished'>,
): Standing | undefined {
  const invited = (role: MapRole) => ({ role, isInvited: true, isViewOnly: false });
  if (accountId === map.ownerId) return invited('creator');
  if (memberRole === 'reviewer') return invited('reviewer');
  const isEditor = token !== undefined && isSameToken(token, map.token);
  if (isEditor || memberRole === 'editor') return invited('editor');
  if (memberRole === 'viewer') return invited('viewer');
  if (map.isPublished) return { role: 'viewer', isInvited: false, isViewOnly: false };
  return hasViewKey ? { role: 'viewer', isInvited: true, isViewOnly: true } : undefined;
}
