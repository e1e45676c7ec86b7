import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { positionsOfGeometry } from '@refugia/engine/geo/bounds.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import type { LngLat } from '../../../map/places.ts';

export const commentFilters = [
  { id: 'all', label: 'All comments', fits: () => true },
  { id: 'map', label: 'On the map', fits: (each) => each.feature === null && each.raster === null },
  { id: 'features', label: 'On features', fits: (each) => each.feature !== null },
  { id: 'rasters', label: 'On rasters', fits: (each) => each.raster !== null },
  { id: 'open', label: 'Not dismissed', fits: (each) => !each.resolved },
] as const satisfies readonly {
  id: string;
  label: string;
  fits: (comment: MapComment) => boolean;
}[];
export type CommentFilter = (typeof commentFilters)[number]['id'];

/** A comment with all replies to it, and to these, the oldest first. */
export interface Thread {
  readonly comment: MapComment;
  readonly replies: readonly MapComment[];
}

/** Comments with the replies to them. A reply whose comment is gone is a thread of its own. */
export function threadsOf(comments: readonly MapComment[]): readonly Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const firstOf = (comment: MapComment): MapComment => {
    const parent = byId.get(comment.parent ?? '');
    return parent ? firstOf(parent) : comment;
  };
  return [...Map.groupBy(comments, firstOf)].map(([comment, all]) => ({
    comment,
    replies: all.filter((each) => each !== comment),
  }));
}

/** The threads of which a comment fits, the latest first. */
export function filterThreads(
  threads: readonly Thread[],
  filter: CommentFilter,
): readonly Thread[] {
  const fits = commentFilters.find(({ id }) => id === filter)?.fits ?? (() => true);
  return threads.filter(({ comment, replies }) => [comment, ...replies].some(fits)).toReversed();
}

type CommentPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'mention'; readonly username: string };

/** A username as accounts may have it, after an @ that begins a word. */
const mention = /(?<![\w@.])@([A-Za-z][A-Za-z0-9_-]{1,19})(?![\w-])/g;

/** Splits a comment's text into words and mentions, so that each mention can be a link. */
export function partsOfText(text: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > end) parts.push({ kind: 'words', text: text.slice(end, match.index) });
    parts.push({ kind: 'mention', username: match[1] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'words', text: text.slice(end) });
  return parts;
}

/** The northernmost position of a feature, where its mark is pinned. */
export function positionOf(geometry: FeatureState['geometry']): LngLat | null {
  let top: LngLat | null = null;
  for (const [longitude = 0, latitude = 0] of geometry ? positionsOfGeometry(geometry) : []) {
    if (top === null || latitude > top[1]) top = [longitude, latitude];
  }
  return top;
}

/** The features whose comments the owner has all dismissed. */
export function resolvedFeatures(comments: readonly MapComment[]): ReadonlySet<string> {
  const isResolved = new Map<string, boolean>();
  for (const { feature, resolved } of comments) {
    if (feature !== null) isResolved.set(feature, resolved && (isResolved.get(feature) ?? true));
  }
  return new Set([...isResolved].filter(([, all]) => all).map(([id]) => id));
}

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
