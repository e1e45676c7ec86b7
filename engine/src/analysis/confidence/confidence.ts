import type { ChangeMethod } from '../../change/index.ts';
import type { ChangePatch } from '../measure/patches.ts';
import { gatherEvidence, type MeasuredPair, type PatchEvidence } from './evidence.ts';

/** Dates at most this far apart within the year show plants in the same state. */
const sameSeasonDays = 45;
/** An earlier year that differs from the date after by this mean score shows that the change is new. */
const newScore = 4.5;
/** One that differs by less than this may show it already. */
const doubtfulScore = 3;

interface EvidenceClass {
  readonly holds: (evidence: PatchEvidence) => boolean;
  /** How many patches of the class were right, of all that were labelled. */
  readonly right: number;
  readonly all: number;
}

/**
 * Classes of evidence. A patch belongs to the first that holds. docs/decisions/172 tells on which pairs they were
 * counted.
 */
const classes: readonly EvidenceClass[] = [
  { holds: isUnexplained, right: 5, all: 58 },
  { holds: isStrong, right: 71, all: 71 },
  { holds: () => true, right: 58, all: 78 },
];

/** A weak score, or a difference that the seasons or earlier years may explain. */
function isUnexplained({ medianMargin, seasonDays, earlierScore }: PatchEvidence): boolean {
  if (medianMargin < 1.6) return true;
  if (earlierScore === undefined) return seasonDays > sameSeasonDays;
  return earlierScore < doubtfulScore;
}

/** A large patch with large scores on quiet ground, within one season or new since an earlier year. */
function isStrong(evidence: PatchEvidence): boolean {
  const { pixels, medianMargin, upperMargin, groundMargin, groundNdviChange = 0 } = evidence;
  const isQuiet =
    groundMargin !== undefined && groundMargin < -1 && Math.abs(groundNdviChange) < 0.15;
  const isNew = (evidence.earlierScore ?? 0) >= newScore;
  return (
    pixels >= 30 &&
    medianMargin >= 2.5 &&
    upperMargin >= 5 &&
    isQuiet &&
    (isNew || evidence.seasonDays <= sameSeasonDays)
  );
}

/**
 * The estimated probability that a patch is right, 0 to 1: the share of right patches among those of
 * the same class, by Laplace's rule of succession.
 */
export function confidenceOf(evidence: PatchEvidence): number {
  const { right, all } = classes.find(({ holds }) => holds(evidence))!;
  return Math.round((100 * (right + 1)) / (all + 2)) / 100;
}

/**
 * Gives patches their confidence. Those of other methods than the automatic one get none: their
 * scores are no deviations above no change, and earlier years are not looked at for them.
 */
export function withConfidence(
  patches: readonly ChangePatch[],
  pair: MeasuredPair & { readonly detection: { readonly method: ChangeMethod } },
): readonly ChangePatch[] {
  if (pair.detection.method !== 'automatic') return patches;
  const evidence = gatherEvidence(patches, pair);
  return patches.map((patch, index) => ({ ...patch, confidence: confidenceOf(evidence[index]) }));
}
