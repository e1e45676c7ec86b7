import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';

/** Which comments a person wants to see. */
export const commentFilters = [
  { id: 'all', label: 'All comments' },
  { id: 'map', label: 'On the map' },
  { id: 'features', label: 'On features' },
  { id: 'rasters', label: 'On rasters' },
  { id: 'open', label: 'Not dismissed' },
] as const;
export type CommentFilter = (typeof commentFilters)[number]['id'];

/** The comments that fit, the latest first. */
export function filterComments(
  comments: readonly MapComment[],
  filter: CommentFilter,
): readonly MapComment[] {
  return comments.filter((comment) => fits(comment, filter)).toReversed();
}

function fits({ feature, raster, resolved }: MapComment, filter: CommentFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'map':
      return feature === null && raster === null;
    case 'features':
      return feature !== null;
    case 'rasters':
      return raster !== null;
    case 'open':
      return !resolved;
  }
}
