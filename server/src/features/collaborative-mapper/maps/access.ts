import { createHash, timingSafeEqual } from 'node:crypto';
import { mapTokenHeader } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { MapRole, MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../platform/database/database.ts';
import { ApiFailure, notAuthenticated } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { identifyVisitor } from '../../../platform/session/visitor.ts';
import { keyOf, openKey } from '../../../services/keys/keys.ts';
import { findMap, findOwnerAndRole, type MapRow } from './map-queries.ts';

/** A person before a map, with everything by which a role may be had on it. */
interface Person {
  readonly accountId: number | undefined;
  /** The role that the owner gave to the account. */
  readonly memberRole: MemberRole | undefined;
  /** The map's token, as the person sent it. */
  readonly token: string | undefined;
  /** Whether the person came by a view-only link of the map. */
  readonly hasViewKey: boolean;
}

/** What a person may do on a map, and by what right. */
interface Permission {
  readonly role: MapRole;
  /** Whether the owner let the person in, by a role or by a link, and not only by publishing the map. */
  readonly isInvited: boolean;
  /** Whether the person may view the map by its link, and do nothing else that viewers may. */
  readonly isViewOnly: boolean;
}

/**
 * The author of an edit, as a map's tables store it: an account, or a visitor with the map's token.
 */
export type Author =
  | { readonly accountId: number; readonly visitorName: null; readonly visitorId: null }
  | { readonly accountId: null; readonly visitorName: string; readonly visitorId: string };

/** A map that the caller may read, and what the caller may do on it. */
export interface MapAccess extends Permission {
  readonly map: MapRow;
  readonly account: Account | undefined;
}

/** The access of a caller who is logged in, and is the author of edits by that account. */
export interface AccountAccess extends MapAccess {
  readonly account: Account;
  readonly author: Author;
}

/** The failure for a map that does not exist or that the caller may not read. */
export function mapNotFound(): ApiFailure {
  return new ApiFailure(404, 'map_not_found', messages.notFound);
}

function notAllowed(sentence: string): ApiFailure {
  return new ApiFailure(403, 'not_allowed', sentence);
}

/** Compares in constant time, so that the duration does not tell how much of a token is right. */
function isSameToken(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

/**
 * What a person may do on a map, by the highest of the roles that they have. Who knows the map's token
 * is an editor.
 * @returns undefined when the person must not even learn that the map exists
 */
export function permissionOf(
  { accountId, memberRole, token, hasViewKey }: Person,
  map: Pick<MapRow, 'ownerId' | 'token' | 'isPublished'>,
): Permission | undefined {
  const invited = (role: MapRole) => ({ role, isInvited: true, isViewOnly: false });
  if (accountId === map.ownerId) return invited('creator');
  if (memberRole === 'reviewer') return invited('reviewer');
  const isEditor = token !== undefined && isSameToken(token, map.token);
  if (isEditor || memberRole === 'editor') return invited('editor');
  if (memberRole === 'viewer') return invited('viewer');
  if (map.isPublished) return { role: 'viewer', isInvited: false, isViewOnly: false };
  return hasViewKey ? { role: 'viewer', isInvited: true, isViewOnly: true } : undefined;
}

/** Finds what a caller may do on a map; undefined as of `permissionOf`. */
export async function findPermission(
  orm: Queryable,
  map: MapRow,
  caller: Omit<Person, 'memberRole' | 'hasViewKey'> & { readonly viewKey: string | undefined },
): Promise<Permission | undefined> {
  const { accountId, token, viewKey } = caller;
  const { ownerId = map.ownerId, memberRole } =
    (accountId !== undefined && (await findOwnerAndRole(orm, map.id, accountId))) || {};
  const opens = viewKey && (await openKey(orm, viewKey, { kind: 'view', type: 'map' }));
  const person = { accountId, token, memberRole: memberRole ?? undefined };
  return permissionOf({ ...person, hasViewKey: opens === String(map.id) }, { ...map, ownerId });
}

/** The map's token in a request's header. */
export function mapTokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers[mapTokenHeader];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/**
 * Finds a map that the caller may read.
 * @param allows.viewKey whether a view-only link of the map is enough
 * @throws {ApiFailure} 401 for a login token that is not valid, 403 for a view-only link that is not
 * enough, 404 for a map that does not exist or that the caller may not read
 */
export async function readMap(
  { database, sessions }: Pick<Platform, 'database' | 'sessions'>,
  request: FastifyRequest,
  mapId: number,
  allows: { readonly viewKey: boolean } = { viewKey: false },
): Promise<MapAccess> {
  const account = await sessions.optional(request);
  const map = await findMap(database.orm, mapId);
  if (!map) throw mapNotFound();
  const permission = await findPermission(database.orm, map, {
    accountId: account?.id,
    token: mapTokenOf(request),
    viewKey: keyOf(request),
  });
  if (!permission) throw mapNotFound();
  if (permission.isViewOnly && !allows.viewKey) {
    throw notAllowed('This link opens the map for viewing, and for nothing else.');
  }
  return { map, ...permission, account };
}

/**
 * Requires a logged-in account.
 * @throws {ApiFailure} 401 for visitors, also for those with a map's token
 */
export function requireAccount({ account }: Pick<MapAccess, 'account'>): Account {
  if (!account) throw notAuthenticated();
  return account;
}

function requireRole(
  access: MapAccess,
  roles: readonly MapRole[],
  sentence: string,
): AccountAccess {
  const account = requireAccount(access);
  if (!roles.includes(access.role)) throw notAllowed(sentence);
  return { ...access, account, author: accountAuthor(account.id) };
}

/**
 * Requires the map's owner.
 * @throws {ApiFailure} 401 for visitors and 403 for people who are not the map's owner
 */
export function requireOwner(access: MapAccess): AccountAccess {
  return requireRole(access, ['creator'], 'Only the owner of this map can do this.');
}

/**
 * Requires somebody who decides about proposals: the map's owner or a reviewer.
 * @throws {ApiFailure} 401 for visitors and 403 for people who do not decide
 */
export function requireReviewer(access: MapAccess): AccountAccess {
  const sentence = 'Only the owner and the reviewers of this map can do this.';
  return requireRole(access, ['creator', 'reviewer'], sentence);
}

/**
 * Requires somebody who may edit the map or make proposals for it.
 * @throws {ApiFailure} 401 for visitors without the map's token, 403 for people without the role
 */
export function requireEditor(access: MapAccess): void {
  if (access.role !== 'viewer') return;
  throw access.account
    ? notAllowed('Only the owner and the collaborators of this map can do this.')
    : notAuthenticated();
}

const nameAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A visitor's name, such as "Visitor 7QK2", which is the same for every request of one browser. */
export function visitorNameOf(visitorId: string): string {
  const digest = createHash('sha256').update(visitorId).digest();
  const letters = [...digest.subarray(0, 4)].map((byte) => nameAlphabet[byte % 32]);
  return `Visitor ${letters.join('')}`;
}

export function accountAuthor(accountId: number): Author {
  return { accountId, visitorName: null, visitorId: null };
}

/** The caller as the author of an edit. A visitor gets a cookie that recognizes later requests. */
export function authorOf(
  { account }: Pick<MapAccess, 'account'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Author {
  if (account) return accountAuthor(account.id);
  const visitorId = identifyVisitor(request, reply);
  return { accountId: null, visitorName: visitorNameOf(visitorId), visitorId };
}

/**
 * Requires that an account's id in a call is the caller's own.
 * @throws {ApiFailure} 403 when it is another account's
 */
export function requireSelf(account: Account, id: number | undefined): void {
  if (id !== undefined && id !== account.id) {
    throw notAllowed('This call can only be made for your own account.');
  }
}
