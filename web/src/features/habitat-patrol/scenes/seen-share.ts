import type { SceneOutlook } from '@refugia/contract/run-scenes.ts';

/**
 * An estimate of the share of the area that can be seen on both dates, 0 to 1: the smaller of the
 * two clear shares, since only ground that is clear on both dates is compared. Null while one of
 * them is not known.
 */
export function seenShare({ before, after }: SceneOutlook): number | null {
  if (before.clear_share === null || after.clear_share === null) return null;
  return Math.min(before.clear_share, after.clear_share);
}
