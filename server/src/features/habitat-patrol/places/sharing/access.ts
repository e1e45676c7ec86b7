import type { PlaceRole } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { FastifyRequest } from 'fastify';
import { describeCalls } from '../../../../platform/http/api.ts';
import { ApiFailure } from '../../../../platform/http/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { keyOf, openKey } from '../../../../services/keys/keys.ts';
import type { KeyHolder } from '../../../../services/keys/routes.ts';
import { findMemberRole, findPlace, type SharedPlaceRow } from '../place-queries.ts';

export const { forAccounts, forAnybody } = describeCalls('places');

/** A place that the caller may read, and what the caller is to it. */
export interface PlaceAccess {
  readonly row: SharedPlaceRow;
  readonly role: PlaceRole;
  /** Null for somebody with a view-only link who is not logged in. */
  readonly accountId: number | null;
}

type Parts = Pick<Platform, 'database' | 'sessions'>;

/**
 * Finds a place that the caller may read: its owner, who shares it, and who has its view-only link.
 * @throws {ApiFailure} 401 for a visitor without a link, 404 for everybody else
 */
export async function readPlace(
  { database: { orm }, sessions }: Parts,
  request: FastifyRequest,
  id: string,
): Promise<PlaceAccess> {
  const key = keyOf(request);
  const account =
    key === undefined ? await sessions.require(request) : await sessions.optional(request);
  const row = await findPlace(orm, id);
  const accountId = account?.id ?? null;
  if (row && accountId !== null) {
    if (row.accountId === accountId) return { row, role: 'owner', accountId };
    const role = await findMemberRole(orm, id, accountId);
    if (role) return { row, role, accountId };
  }
  const opened = row && key && (await openKey(orm, key, { kind: 'view', type: 'place' }));
  if (row && opened === row.id) return { row, role: 'viewer', accountId };
  throw new ApiFailure(
    404,
    'place_not_found',
    key === undefined
      ? 'You have no such place.'
      : 'This link does not open a place any more. Please ask for a new one.',
  );
}

/**
 * Finds a place of the caller's own.
 * @throws {ApiFailure} as `readPlace`, and 403 for those with whom it is shared
 */
export async function requireOwnPlace(
  parts: Parts,
  request: FastifyRequest,
  id: string,
): Promise<SharedPlaceRow> {
  const { row, role } = await readPlace(parts, request, id);
  if (role === 'owner') return row;
  throw new ApiFailure(403, 'not_your_place', 'Only the owner of this place may do this.');
}

/** The path of a place's screen. */
export const placePath = (id: string) => `/apps/habitatpatrol/places/${encodeURIComponent(id)}`;

/** The name of a place among the targets of notifications. */
export const notificationTarget = (id: string) => `place:${id}`;

/** The view-only links of places: keys that the place's owner makes and revokes. */
export function viewKeysOfPlaces(platform: Platform): KeyHolder {
  return {
    type: 'place',
    kinds: ['view'],
    requireManager: (request, id) => requireOwnPlace(platform, request, id),
    addressOf: (id, key) => new URL(`${placePath(id)}?key=${key}`, platform.config.publicUrl).href,
  };
}
