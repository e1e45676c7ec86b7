import type { Queryable } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/notify/notices.ts';

/**
 * Channels on which processes tell each other what changed on a map, once it has been committed. A
 * notice names the map, and the last number of its log or the thing that changed; whoever hears it
 * reads the rest.
 */
export const channels = {
  /** `number`: the last number of the map's log. */
  operations: 'map_operation',
  /** Who may read or edit the map changed. */
  access: 'map_access',
  /** `id` is the map's and the comment's, with a slash between. */
  comments: 'map_comment',
  /** `id` is the map's and the proposal's, with a slash between. */
  proposals: 'map_proposal',
} as const;

export function tellOperations(orm: Queryable, mapId: number, seq: number): Promise<void> {
  return notify(orm, channels.operations, { id: String(mapId), number: seq });
}

export function tellAccessChanged(orm: Queryable, mapId: number): Promise<void> {
  return notify(orm, channels.access, { id: String(mapId) });
}

/** The changes of a comment or a proposal. A notice carries the change's position in this list. */
export const commentChanges = ['added', 'changed', 'deleted'] as const;
export const proposalChanges = ['added', 'changed'] as const;

export function tellComment(
  orm: Queryable,
  { mapId, id }: { readonly mapId: number; readonly id: string },
  change: (typeof commentChanges)[number],
): Promise<void> {
  const number = commentChanges.indexOf(change);
  return notify(orm, channels.comments, { id: `${mapId}/${id}`, number });
}

export function tellProposal(
  orm: Queryable,
  { mapId, id }: { readonly mapId: number; readonly id: string },
  change: (typeof proposalChanges)[number],
): Promise<void> {
  const number = proposalChanges.indexOf(change);
  return notify(orm, channels.proposals, { id: `${mapId}/${id}`, number });
}
