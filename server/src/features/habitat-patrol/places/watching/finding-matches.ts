import type { Watch } from '@refugia/contract/habitat-patrol/places.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { matchPatches } from '@refugia/engine/change/matched-patches.ts';
import type { MultiPolygon, Polygon } from 'geojson';

/** A finding of a place, as far as it is matched. */
interface Shaped {
  readonly shape: Polygon | MultiPolygon;
}

/** A finding with the largest patch of a look that is the same. */
interface SeenFinding<Finding> {
  readonly finding: Finding;
  readonly patch: PatchFeature;
}

interface SortedPatches<Finding> {
  readonly seen: readonly SeenFinding<Finding>[];
  /** Findings that the look did not see. */
  readonly unseen: readonly Finding[];
  /** Patches that are no finding yet and that the watch asks for, the largest first. */
  readonly news: readonly PatchFeature[];
}

/**
 * Sorts a look's patches by whether the place has them as findings. A patch and a finding are the
 * same by `matchPatches`, whatever its size and kind; the watch decides of new ones alone.
 * @param patches the largest first
 */
export function sortPatches<Finding extends Shaped>(
  findings: readonly Finding[],
  patches: readonly PatchFeature[],
  watch: Watch,
): SortedPatches<Finding> {
  const matches = matchPatches(
    findings.map(({ shape }) => shape),
    patches.map(({ geometry }) => geometry),
  );
  const known = new Set(matches.map(({ other }) => other));
  const patchOf = new Map<number, number>();
  for (const { patch, other } of matches) if (!patchOf.has(patch)) patchOf.set(patch, other);
  return {
    seen: [...patchOf].map(([finding, patch]) => ({
      finding: findings[finding]!,
      patch: patches[patch]!,
    })),
    unseen: findings.filter((_, index) => !patchOf.has(index)),
    news: patches.filter(
      ({ properties: { hectares, kind } }, index) =>
        !known.has(index) && hectares >= watch.minimum_hectares && watch.kinds.includes(kind),
    ),
  };
}
