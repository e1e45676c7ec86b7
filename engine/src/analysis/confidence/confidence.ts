import type { ChangeMethod } from '../../change/index.ts';
import type { ChangePatch } from '../measure/patches.ts';
import { gatherEvidence, type MeasuredPair, type PatchEvidence } from './evidence.ts';

/** Dates at most this far apart within the year show plants in about the same state. */
const sameSeasonDays = 60;
/** Earlier years whose mean score is below the first show the change already; from the second on they do not. */
const recurringScore = 3;
const newScore = 4;
const certainlyNewScore = 5;
/** A smaller change of the indices is one of light, soil or moisture as often as one of cover. */
const slightIndexChange = 0.15;
const weakMargin = 1.6;

/** A class of patches with like evidence. */
interface EvidenceClass {
  readonly holds: (evidence: PatchEvidence) => boolean;
  /** Of how many labelled patches of the class how many were right. */
  readonly right: number;
  readonly all: number;
}

/**
 * A patch belongs to the first class that holds. docs/methods/confidence.md names the pairs on which they were
 * counted, and how they did on others.
 */
const classes: readonly EvidenceClass[] = [
  // Crops, leaves and low water explain it, and no earlier year says otherwise.
  { holds: (e) => e.earlierScore === undefined && !isOneSeason(e), right: 3, all: 32 },
  // An earlier year looked like the date after.
  { holds: ({ earlierScore = newScore }) => earlierScore < recurringScore, right: 9, all: 60 },
  { holds: ({ medianMargin }) => medianMargin < weakMargin, right: 14, all: 56 },
  { holds: isStrongAndNew, right: 17, all: 17 },
  { holds: (e) => !isNamed(e) && isLargeAndQuiet(e), right: 26, all: 26 },
  { holds: (e) => !isNamed(e), right: 20, all: 26 },
  { holds: (e) => e.earlierScore === undefined && e.pixels >= 30, right: 27, all: 43 },
  { holds: (e) => e.earlierScore === undefined, right: 4, all: 22 },
  { holds: ({ indexChange = 0 }) => indexChange < slightIndexChange, right: 2, all: 20 },
  {
    holds: (e) => !isOneSeason(e) && isStrong(e) && isSince(e, certainlyNewScore),
    right: 3,
    all: 3,
  },
  { holds: (e) => !isOneSeason(e), right: 6, all: 31 },
  {
    holds: (e) => e.medianMargin >= 2.5 && isQuietAround(e) && isSince(e, newScore),
    right: 3,
    all: 4,
  },
  { holds: () => true, right: 3, all: 9 },
];

function isOneSeason({ seasonDays }: PatchEvidence): boolean {
  return seasonDays <= sameSeasonDays;
}

/** Whether its bands are named, so that there are indices. */
function isNamed({ indexChange }: PatchEvidence): boolean {
  return indexChange !== undefined;
}

function isSince({ earlierScore }: PatchEvidence, least: number): boolean {
  return earlierScore !== undefined && earlierScore >= least;
}

/** Whether the ground around it is seen and did not change. */
function isQuietAround({
  groundMargin,
  groundNdviChange = 0,
  hiddenShare,
}: PatchEvidence): boolean {
  if (groundMargin === undefined || groundMargin >= -2) return false;
  return Math.abs(groundNdviChange) < 0.15 && hiddenShare <= 0.2;
}

/** Whether it is large, with large scores and indices that say what changed, on quiet ground. */
function isStrong(evidence: PatchEvidence): boolean {
  const { pixels, medianMargin, upperMargin, indexChange = 1 } = evidence;
  const isLarge = pixels >= 60 && medianMargin >= 4 && upperMargin >= 6;
  return isLarge && indexChange >= slightIndexChange && isQuietAround(evidence);
}

function isStrongAndNew(evidence: PatchEvidence): boolean {
  return isOneSeason(evidence) && isStrong(evidence) && isSince(evidence, newScore);
}

/** What is left to ask where neither indices nor earlier years are known. */
function isLargeAndQuiet(evidence: PatchEvidence): boolean {
  const { pixels, medianMargin, upperMargin } = evidence;
  return pixels >= 30 && medianMargin >= 2.5 && upperMargin >= 5 && isQuietAround(evidence);
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
