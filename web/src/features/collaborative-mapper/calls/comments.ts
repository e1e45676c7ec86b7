import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/** Fetches all comments of a map, whatever they are about, the oldest first. */
export function fetchComments(
  call: CallApi,
  mapId: number,
  signal?: AbortSignal,
): Promise<MapComment[]> {
  return call('/api/rrm/comments', { query: { id: mapId }, signal });
}

/** What a comment is about. */
export type CommentSubject =
  /** The map as a whole, or a place on it. */
  | { kind: 'map'; place?: readonly [longitude: number, latitude: number] }
  | { kind: 'feature'; id: string }
  | { kind: 'raster'; id: string }
  | { kind: 'proposal'; id: string };

/** Sends a comment on a subject of the map. */
export function sendComment(
  call: CallApi,
  mapId: number,
  subject: CommentSubject,
  text: string,
): Promise<MapComment> {
  switch (subject.kind) {
    case 'map':
      return call('/api/rrm/comments', {
        method: 'POST',
        body: { mapID: mapId, mapComment: text, place: subject.place },
      });
    case 'proposal':
      return call('/api/rrm/comments', {
        method: 'POST',
        body: { mapID: mapId, mapComment: text, proposalID: subject.id },
      });
    case 'feature':
      return call('/api/rrm/featurecomment', {
        method: 'POST',
        body: { featureID: subject.id, comment: text },
      });
    case 'raster':
      return call('/api/rrm/layers', {
        method: 'POST',
        body: { rasterID: subject.id, comment: text },
      });
  }
}

/** Deletes a comment of the caller's own. */
export function deleteComment(call: CallApi, { id, feature }: MapComment): Promise<unknown> {
  const path = feature === null ? '/api/rrm/comments' : '/api/rrm/featurecomment';
  return call(path, { method: 'DELETE', query: { id } });
}

/**
 * Decides on what a comment is about: its proposal, or the open proposal that adds or deletes its
 * feature, is accepted or rejected, or the comment is dismissed. A decision settles the comment, too.
 */
export function decideComment(
  call: CallApi,
  { id, feature, propose_delete }: MapComment,
  decision: Decision,
): Promise<unknown> {
  return call('/api/rrm/manage', {
    method: propose_delete ? 'DELETE' : 'POST',
    body: { featureID: feature ?? undefined, commentID: id, decision },
  });
}
