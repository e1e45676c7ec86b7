import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { CallApi } from '../../../lib/api-client.ts';

/**
 * What a comment is about: the map as a whole or a place on it, one thing of the map, or another
 * comment, to which it replies.
 */
export type CommentSubject =
  | { kind: 'comment'; id: string }
  | { kind: 'map'; place?: readonly [longitude: number, latitude: number] }
  | { kind: 'feature' | 'raster' | 'proposal'; id: string };

/** Sends a comment on a subject of the map. */
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
 * Decides on what a comment is about: its proposal, or the open proposal that adds or deletes its
 * feature, is accepted or rejected, or the comment is dismissed. Each decision dismisses the comment and the replies to it.
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
