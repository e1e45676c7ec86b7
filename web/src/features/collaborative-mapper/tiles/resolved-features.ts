import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';

/** The features whose comments the owner has all dismissed. */
export function resolvedFeatures(comments: readonly MapComment[]): ReadonlySet<string> {
  const isResolved = new Map<string, boolean>();
  for (const { feature, resolved } of comments) {
    if (feature !== null) isResolved.set(feature, resolved && (isResolved.get(feature) ?? true));
  }
  return new Set([...isResolved].filter(([, all]) => all).map(([id]) => id));
}
