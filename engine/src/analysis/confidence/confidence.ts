import type { ChangeMethod } from '../../change/index.ts';
import { sameSeasonDays } from '../find/seasons.ts';
import type { ChangePatch } from '../measure/patches.ts';
import { gatherEvidence, type MeasuredPair, type PatchEvidence } from './evidence.ts';

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
  /** How many of the labelled patches of the class were right, and how many there were. */
  readonly right: number;
  readonly all: number;
}

/**
 * A patch belongs to the first class that holds. docs/methods/confidence.md names the pairs on which they were
 * counted, and how they did on others.
 */
const classes: readonly EvidenceClass[] = [
  // Crops, leaves and low water explain it, and no earlier year says otherwise.
  { holds: (e) => e.earlierScore === undefined && !isOneSeason(e), right: 5, all: 43 },
  // An earlier year looked like the date after.
  { holds: ({ earlierScore = newScore }) => earlierScore < recurringScore, right: 26, all: 115 },
  { holds: ({ medianMargin }) => medianMargin < weakMargin, right: 17, all: 97 },
  { holds: isStrongAndNew, right: 31, all: 31 },
  { holds: (e) => !isNamed(e) && isClearAndQuiet(e), right: 26, all: 26 },
  { holds: (e) => !isNamed(e), right: 20, all: 26 },
  { holds: ({ indexChange = 0 }) => indexChange < slightIndexChange, right: 7, all: 73 },
  { holds: (e) => e.earlierScore === undefined && e.pixels >= 30, right: 27, all: 35 },
  { holds: (e) => e.earlierScore === undefined, right: 2, all: 11 },
  { holds: isNewInOtherSeason, right: 11, all: 11 },
  { holds: (e) => !isOneSeason(e), right: 16, all: 49 },
  { holds: isStrong, right: 8, all: 12 },
  { holds: () => true, right: 34, all: 52 },
];

function isOneSeason({ seasonDays }: PatchEvidence): boolean {
  return seasonDays <= sameSeasonDays;
}

/** Whether its bands are named, so that there are indices. */
function isNamed({ indexChange }: PatchEvidence): boolean {
  return indexChange !== undefined;
}

/** Whether it is large and has large scores. */
function isStrong({ pixels, medianMargin, upperMargin }: PatchEvidence): boolean {
  return pixels >= 60 && medianMargin >= 4 && upperMargin >= 6;
}

/** Whether the ground around it did not change. */
function isApart({ groundMargin = 0 }: PatchEvidence): boolean {
  return groundMargin < -2;
}

/** Whether, in addition, that ground is seen, and has not become greener or less green. */
function isQuietAround(evidence: PatchEvidence): boolean {
  const { groundNdviChange = 0, hiddenShare } = evidence;
  return isApart(evidence) && Math.abs(groundNdviChange) < 0.1 && hiddenShare <= 0.2;
}

function isStrongAndNew(evidence: PatchEvidence): boolean {
  const { earlierScore = 0, indexChange = 1 } = evidence;
  if (!isOneSeason(evidence) || !isStrong(evidence) || !isQuietAround(evidence)) return false;
  return earlierScore >= newScore && indexChange >= slightIndexChange;
}

function isNewInOtherSeason(evidence: PatchEvidence): boolean {
  const { earlierScore = 0 } = evidence;
  if (isOneSeason(evidence) || earlierScore < certainlyNewScore) return false;
  return isStrong(evidence) && isApart(evidence);
}

/** Whether its scores and surroundings speak for it, where neither indices nor earlier years are known. */
function isClearAndQuiet(evidence: PatchEvidence): boolean {
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
