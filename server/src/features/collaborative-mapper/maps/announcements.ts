import type { Queryable } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/notify/notices.ts';
import { takeBackNotifications, tellPeople } from '../../../services/notifications/tell.ts';
import type { MapRow } from './map-queries.ts';

/**
 * Channels on which processes announce committed changes of a map to each other. A notice only names
 * what changed, for the receiver to read from the database.
 */
export const channels = {
  /** The notice's `id` is the map's, and its `number` is the last number of the map's log. */
  operations: 'map_operation',
  /** The set of people who may read or edit the map has changed. */
  access: 'map_access',
  /** The notice's `id` is the map's id, a slash and the comment's id. */
  comments: 'map_comment',
  /** The notice's `id` is the map's id, a slash and the proposal's id. */
  proposals: 'map_proposal',
} as const;

/** Announces new operations of a map, up to a number of its log, when the transaction is committed. */
export function tellOperations(orm: Queryable, mapId: number, seq: number): Promise<void> {
  return notify(orm, channels.operations, { id: String(mapId), number: seq });
}

/** Announces that the access to a map has changed, when the transaction is committed. */
export function tellAccessChanged(orm: Queryable, mapId: number): Promise<void> {
  return notify(orm, channels.access, { id: String(mapId) });
}

/** The changes of a comment or a proposal. A notice carries the change's position in this list. */
export const noticedChanges = ['added', 'changed', 'deleted'] as const;

/** Announces a change of a comment or a proposal when the transaction is committed. */
export function tellChange(
  orm: Queryable,
  channel: 'comments' | 'proposals',
  { mapId, id }: { readonly mapId: number; readonly id: string },
  change: (typeof noticedChanges)[number],
): Promise<void> {
  const number = noticedChanges.indexOf(change);
  return notify(orm, channels[channel], { id: `${mapId}/${id}`, number });
}

/** A map as the target of notifications. */
export const targetOf = ({ id, name }: Pick<MapRow, 'id' | 'name'>) => ({ id: `map:${id}`, name });

/** The path of a map's screen. @param more what it shows at first, such as `&section=comments` */
export const mapAddress = (mapId: number, more = '') =>
  `/apps/collaborativemapper/map?id=${mapId}${more}`;

/** Tells one person of something about who may do what on a map. */
export function tellOfMembership(
  transaction: Queryable,
  map: Pick<MapRow, 'id' | 'name'>,
  news: {
    readonly kind: 'invitation' | 'joined' | 'access-request' | 'ownership' | 'handed-over';
    readonly to: number;
    readonly by: number;
  },
): Promise<void> {
  return tellPeople(transaction, [news.to], {
    kind: news.kind,
    actor: { accountId: news.by, visitorName: null },
    target: targetOf(map),
    subject: `membership:${map.id}`,
    text: '',
    address: mapAddress(map.id, news.kind === 'access-request' ? '&section=people' : ''),
  });
}

/**
 * Takes back what people were told of a map that is gone, or what one person was told who does not
 * work on it any more.
 */
export function takeBackMap(
  orm: Queryable,
  map: Pick<MapRow, 'id' | 'name'>,
  accountId?: number,
): Promise<void> {
  return takeBackNotifications(orm, { target: targetOf(map).id, accountId });
}
