import type { MultiPolygon, Polygon, Position } from 'geojson';
import { matchPatches, type PatchMatch } from '../../change/matched-patches.ts';
import { areaOfPolygons, areaPolygons, boundsOf } from '../../geo/bounds.ts';
import { intersect } from '../../geo/clip.ts';
import { areaHectares } from '../../geo/measures.ts';
import { isInside } from '../../geo/rings.ts';
import type { PatchFeature } from './patch-files.ts';

/** What is compared of a run. */
export interface ComparedRun {
  readonly area: Polygon | MultiPolygon;
  readonly patches: readonly PatchFeature[];
  /** The share of a shape that it did not see clearly on both dates, 0 to 1. */
  readonly unobservedShare: (shape: Polygon | MultiPolygon) => Promise<number>;
}

/**
 * What became of a patch: it is in the later run alone, in the earlier run alone, in both, or in one
 * of them while clouds hid it from the other.
 */
export type PatchFate = 'new' | 'gone' | 'same' | 'hidden';

/** A patch with its hectares by its shape. */
export interface ComparedPatch {
  readonly feature: PatchFeature;
  /** The run that it is of. */
  readonly run: 'earlier' | 'later';
  readonly hectares: number;
  /** The numbers of the patches of the other run that are the same; none when new or gone. */
  readonly matches: readonly number[];
  /** The ground that it shares with them. */
  readonly sharedHectares: number;
}

export interface PatchComparison {
  /** The ground that both runs looked at. */
  readonly commonHectares: number;
  readonly new: readonly ComparedPatch[];
  readonly gone: readonly ComparedPatch[];
  /** The patches of the later run that the earlier run has, too. */
  readonly same: readonly ComparedPatch[];
  /** Those patches of the earlier run. */
  readonly sameEarlier: readonly ComparedPatch[];
  /** Patches of either run that the other one cannot have seen. */
  readonly hidden: readonly ComparedPatch[];
  /** Patches of either run where the other one did not look, which say nothing. */
  readonly elsewhere: readonly ComparedPatch[];
}

/** A patch is hidden from a run that did not see more than this much of it. */
const hiddenFromShare = 0.5;

/**
 * Compares the patches of two runs, by `matchPatches`. A patch that has no match is new or gone only
 * if the point inside of it lies in the areas of both runs, and if the other run saw at least half of
 * it. Hectares are measured on the ellipsoid from the patches' shapes.
 *
 * @returns lists with the largest patches first; undefined where the areas have no ground in common
 */
export async function comparePatches(
  earlier: ComparedRun,
  later: ComparedRun,
): Promise<PatchComparison | undefined> {
  const common = intersect(areaPolygons(earlier.area), areaPolygons(later.area));
  if (common.length === 0) return undefined;
  const isCommon = insideTest(common);
  const matches = matchPatches(
    earlier.patches.map(({ geometry }) => geometry),
    later.patches.map(({ geometry }) => geometry),
  );
  const before = withMatches('earlier', { earlier, later }, matches);
  const after = withMatches(
    'later',
    { earlier, later },
    matches.map(({ patch, other, ...shared }) => ({ patch: other, other: patch, ...shared })),
  );
  const isSame = (patch: ComparedPatch) => patch.matches.length > 0;
  const isSeenByBoth = ({ feature: { properties } }: ComparedPatch) =>
    isCommon([properties.longitude, properties.latitude]);
  const isAlone = (patch: ComparedPatch) => !isSame(patch) && isSeenByBoth(patch);
  const hidden = new Set<ComparedPatch>();
  for (const patch of [...before, ...after].filter(isAlone)) {
    const other = patch.run === 'earlier' ? later : earlier;
    const share = await other.unobservedShare(patch.feature.geometry);
    if (share > hiddenFromShare) hidden.add(patch);
  }
  const isNews = (patch: ComparedPatch) => isAlone(patch) && !hidden.has(patch);
  return {
    commonHectares: areaHectares(areaOfPolygons(common)),
    new: after.filter(isNews),
    gone: before.filter(isNews),
    hidden: [...hidden].sort(byHectares),
    same: after.filter(isSame),
    sameEarlier: before.filter(isSame),
    elsewhere: [...before, ...after].filter((patch) => !isSame(patch) && !isSeenByBoth(patch)),
  };
}

const byHectares = (a: ComparedPatch, b: ComparedPatch) => b.hectares - a.hectares;

function withMatches(
  run: ComparedPatch['run'],
  runs: { readonly earlier: ComparedRun; readonly later: ComparedRun },
  matches: readonly PatchMatch[],
): ComparedPatch[] {
  const { patches: others } = runs[run === 'earlier' ? 'later' : 'earlier'];
  const ofPatch = Map.groupBy(matches, ({ patch }) => patch);
  return runs[run].patches
    .map((feature, index) => {
      const own = ofPatch.get(index) ?? [];
      return {
        feature,
        run,
        hectares: areaHectares(feature.geometry),
        matches: own.map(({ other }) => others[other].properties.id),
        sharedHectares: own.reduce((sum, { sharedHectares }) => sum + sharedHectares, 0),
      };
    })
    .sort(byHectares);
}

/** A test of whether a position lies in polygons without overlaps, by the even-odd rule. */
function insideTest(polygons: readonly Position[][][]): (position: Position) => boolean {
  const bounded = polygons.map((rings) => ({ rings, bounds: boundsOf(rings[0]) }));
  return (position) => {
    const [x, y] = position;
    return bounded.some(
      ({ rings, bounds: [west, south, east, north] }) =>
        x >= west && x <= east && y >= south && y <= north && isInside(position, rings),
    );
  };
}
