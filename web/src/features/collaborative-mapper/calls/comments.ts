import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import type { LngLat } from '../../../map/places.ts';

/** What a comment is about: the map, a place, one thing, or a comment, to which it replies. */
export type CommentSubject =
  | { kind: 'comment'; id: string }
  | { kind: 'map'; place?: LngLat }
  | { kind: 'feature' | 'raster' | 'proposal'; id: string };

export function sendComment(
  call: CallApi,
  mapId: number,
  subject: CommentSubject,
  text: string,
): Promise<MapComment> {
  const post = (path: string, body: object) => call<MapComment>(path, { method: 'POST', body });
  const ofMap = { mapID: mapId, mapComment: text };
  switch (subject.kind) {
    case 'map':
      return post('/api/rrm/comments', { ...ofMap, place: subject.place });
    case 'comment':
      return post('/api/rrm/comments', { ...ofMap, parentID: subject.id });
    case 'proposal':
      return post('/api/rrm/comments', { ...ofMap, proposalID: subject.id });
    case 'feature':
      return post('/api/rrm/featurecomment', { featureID: subject.id, comment: text });
    case 'raster':
      return post('/api/rrm/layers', { rasterID: subject.id, comment: text });
  }
}

/** Deletes a comment of the caller's own. */
export function deleteComment(call: CallApi, { id, feature }: MapComment): Promise<unknown> {
  const path = feature === null ? '/api/rrm/comments' : '/api/rrm/featurecomment';
  return call(path, { method: 'DELETE', query: { id } });
}

/**
 * Accepts or rejects the proposal that a comment is about, or the open one that adds or deletes its
 * feature, or dismisses the comment. Each decision dismisses the comment and the replies to it.
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
