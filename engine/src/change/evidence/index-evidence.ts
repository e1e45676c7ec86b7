import { bandNames } from '../../source/scene.ts';
import type { Band, BandStack } from '../options.ts';
import {
  bandsByName,
  moderateSeverityLoss,
  normalisedDifference,
  vegetatedNdvi,
} from '../pair/named-bands.ts';
import type { Rows } from '../rows/rows.ts';
import { type IndexShift, indexShift, shiftAt, type UsualShift } from './index-shift.ts';
import { largestUnary } from './mean-field.ts';

const [blue, green, red, nir, swir1, swir2] = bandNames.keys();

/** NDVI from which ground is treated entirely as vegetation. */
const denseNdvi = 0.5;
/** Shifts of NDVI, NBR and MNDWI that confirm change fully. */
const fullNdvi = 0.2;
const fullNbr = moderateSeverityLoss;
const sparseNbr = 0.2;
const fullMndwi = [0.1, 0.2] as const;
/** Multiples of an index's own spread from which a shift is more than noise. */
const spreads = 4;
/** How much a score is lowered, in standard deviations, if no index moved. */
const penalty = 3;
/** On vegetation a score is at most threshold + `holdSlope` · (confirmation − `holdAt`). */
const holdSlope = 8;
const holdAt = 0.8;
/** A loss of NBR adds `lossGain` to the score for each full shift beyond `lossStart`. */
const lossGain = 6;
const lossStart = 0.6;
/**
 * What thin cloud and snow add to the shortwave infrared bands, as shares of what they add to blue.
 */
const whites = [
  { swir1: 0.4, swir2: 0.2 },
  { swir1: 0, swir2: 0 },
];
/** If blue brightens by this factor, it is likely white light, and scores are limited. */
const whitening = 2;
/**
 * The least and the largest share of blue's gain that white light adds to swir2. Roofs add more.
 */
const whiteSwir2 = [-0.1, 0.7] as const;
/**
 * Snow adds at least the share `snowNir` of blue's gain to nir, and at most `snowSwir2` of it to
 * swir2, which may even darken.
 */
const snowNir = 0.5;
const snowSwir2 = 0.3;
/**
 * Usual shifts of NDVI or NBR, in units of a full one, from which the indices are trusted less and,
 * at the second, not at all.
 */
const seasonFrom = 0.75;
const seasonWholly = 1;
/** A smaller confirmation decides nothing, so it is not computed again without white light. */
const leastPlainEvidence = 0.3;

/** The usual shifts of the indices between the two dates, where nothing happened. */
export interface LearnedShifts {
  readonly ndvi: UsualShift;
  readonly nbr: UsualShift;
  readonly mndwi: UsualShift;
}

/** What is known of a pair before its single pixels are judged. */
export interface IndexEvidence extends LearnedShifts {
  readonly before: readonly Band[];
  readonly after: readonly Band[];
  readonly ndvi: IndexShift;
  readonly nbr: IndexShift;
  readonly mndwi: IndexShift;
  readonly fullMndwi: number;
  /**
   * How far the indices are trusted, from 1 to 0. The more the season itself shifts them, the less
   * they tell.
   */
  readonly trust: number;
}

interface IndexTask {
  readonly score: Float32Array;
  readonly threshold: number;
  readonly evidence: IndexEvidence;
  readonly observed: Uint8Array;
}

/**
 * Weighs scores by what is known of kinds of change. Light (sun, slope, haze, shadow) changes all
 * bands alike and leaves their ratios nearly unchanged. Clearing, burning, building and flooding
 * move NDVI, NBR or MNDWI against the scene's median shift. The confirmation is the largest of
 * these shifts, in units of a full one. It is computed again after the white light that blue gained
 * has been removed, as thin cloud or snow would have added it, and the smallest result counts.
 * Vegetation that only became greener has no confirmation.
 *
 * A score without full confirmation is lowered. On vegetation, and where blue has doubled, it is
 * also limited to what its confirmation allows. Both effects fade out where the season shifts the
 * indices by about as much as clearing does. A loss of NBR beyond the index's own noise raises a
 * score. Works in place.
 */
export function weighByIndices(
  { score, threshold, evidence, observed }: IndexTask,
  { width, first, end }: Rows,
): void {
  const { before, after, ndvi, nbr, trust } = evidence;
  const lossFrom = Math.max(lossStart, (spreads * nbr.spread) / fullNbr);
  // Lower scores count as no change in any case. Most pixels of a picture have such scores and are
  // left as they are.
  const surelyNone = threshold - largestUnary;
  for (let i = first * width; i < end * width; i++) {
    if (observed[i] === 0) continue;
    const nbrShift = shiftAt(nbr, i);
    const nbrLoss = -nbrShift / fullNbr;
    if (score[i] <= surelyNone && nbrLoss <= lossFrom) continue;
    const ndviBefore = normalisedDifference(before[nir], before[red], i);
    const ndviAfter = normalisedDifference(after[nir], after[red], i);
    const ndviShift = ndviAfter - ndviBefore - ndvi.usual;
    const greenest = Math.max(ndviBefore, ndviAfter);
    const isGreening = ndviShift > 0 && ndviBefore >= vegetatedNdvi;
    const confirmed = isGreening
      ? 0
      : confirmation(evidence, greenest, { ndvi: ndviShift, nbr: nbrShift }, i);
    const lacking = Math.max(0, 1 - confirmed);
    const isWhitened = isWhiteLight(before, after, i);
    if (greenest < vegetatedNdvi && !isWhitened) {
      score[i] -= penalty * trust * lacking;
      continue;
    }
    const loss = Math.min(confirmed, nbrLoss) - lossFrom;
    if (loss > 0) score[i] += lossGain * Math.min(1, loss);
    if (lacking === 0) continue;
    const density = isWhitened
      ? 1
      : Math.min(1, (greenest - vegetatedNdvi) / (denseNdvi - vegetatedNdvi));
    const held = threshold + holdSlope * (confirmed - holdAt * density * trust);
    score[i] = Math.min(score[i] - penalty * trust * lacking, held);
  }
}

/**
 * Whether the brightening can be white light. Blue must brighten as only white light or a roof
 * makes it, and infrared as white light does: haze and thin cloud add less to infrared than to
 * blue, while snow adds to nir and darkens swir2.
 */
function isWhiteLight(before: readonly Band[], after: readonly Band[], i: number): boolean {
  const [brighter, other] = after[blue][i] > before[blue][i] ? [after, before] : [before, after];
  if (!(brighter[blue][i] > whitening * other[blue][i])) return false;
  const gain = brighter[blue][i] - other[blue][i];
  const share = (band: number) => (brighter[band][i] - other[band][i]) / gain;
  const [least, most] = whiteSwir2;
  if (share(swir2) >= least && share(swir2) <= most) return true;
  return share(nir) >= snowNir && share(swir2) <= snowSwir2;
}

/**
 * Returns a test of single pixels: whether NBR moved as burning, clearing or growth moves it, and
 * as neither a cloud nor its shadow does. It must move by a full shift, and where it fell shortwave
 * infrared must brighten more than blue.
 */
export function coverChangeTest(evidence: IndexEvidence): (i: number) => boolean {
  const { before: x, after: y, nbr } = evidence;
  return (i) => {
    const shift = shiftAt(nbr, i);
    if (Math.abs(shift) < fullNbr) return false;
    const infrared = y[swir2][i] * Math.max(1, x[blue][i]);
    const visible = Math.max(1, y[blue][i]) * x[swir2][i];
    return shift < 0 ? infrared >= visible : infrared <= visible;
  };
}

/**
 * The indices of a pair and their usual shifts, which come from the sample unless `learned` is
 * given. The result is undefined if one of the six bands is not named.
 */
export function gatherEvidence(
  before: BandStack,
  after: BandStack,
  sample: Int32Array,
  learned?: LearnedShifts,
): IndexEvidence | undefined {
  const x = bandsByName(before, bandNames);
  const y = bandsByName(after, bandNames);
  if (x === undefined || y === undefined) return undefined;
  const shift = (first: number, second: number, known: UsualShift | undefined): IndexShift => {
    const bands = { before: [x[first], x[second]], after: [y[first], y[second]] } as const;
    return known ? { ...bands, ...known } : indexShift(bands.before, bands.after, sample);
  };
  const ndvi = shift(nir, red, learned?.ndvi);
  const nbr = shift(nir, swir2, learned?.nbr);
  const mndwi = shift(green, swir1, learned?.mndwi);
  const season = Math.max(Math.abs(ndvi.usual) / fullNdvi, Math.abs(nbr.usual) / fullNbr);
  const excess = (season - seasonFrom) / (seasonWholly - seasonFrom);
  return {
    before: x,
    after: y,
    ndvi,
    nbr,
    mndwi,
    fullMndwi: Math.min(fullMndwi[1], Math.max(fullMndwi[0], spreads * mndwi.spread)),
    trust: 1 - Math.min(1, Math.max(0, excess)),
  };
}

/** The shifts that `gatherEvidence` learned from the sample. */
export function learnedShifts({ ndvi, nbr, mndwi }: IndexEvidence): LearnedShifts {
  const usual = ({ usual, spread }: UsualShift): UsualShift => ({ usual, spread });
  return { ndvi: usual(ndvi), nbr: usual(nbr), mndwi: usual(mndwi) };
}

/**
 * The largest shift of NDVI, NBR and MNDWI in units of a full one. It is no larger than what is
 * left of it after white light has been removed.
 */
function confirmation(
  evidence: IndexEvidence,
  greenest: number,
  shifts: { readonly ndvi: number; readonly nbr: number },
  i: number,
): number {
  const isVegetated = greenest >= vegetatedNdvi;
  // Sparse vegetation has less NBR to lose.
  const nbrUnit = isVegetated
    ? Math.min(fullNbr, Math.max(sparseNbr, (greenest * fullNbr) / denseNdvi))
    : sparseNbr;
  const mndwiUnit = isVegetated ? evidence.fullMndwi : fullMndwi[1];
  const plain = Math.max(
    Math.abs(shifts.ndvi) / fullNdvi,
    Math.abs(shifts.nbr) / nbrUnit,
    Math.abs(shiftAt(evidence.mndwi, i)) / mndwiUnit,
  );
  if (plain < leastPlainEvidence) return plain;
  const full = { nbr: nbrUnit, mndwi: mndwiUnit };
  return whites.reduce(
    (least, white) => Math.min(least, confirmationWithoutWhite(evidence, white, full, i)),
    plain,
  );
}

/**
 * The confirmation as it would be if the date with the brighter blue had as little white light as
 * the other.
 *
 * @param full the shifts of NBR and MNDWI that confirm change fully at this pixel
 */
function confirmationWithoutWhite(
  { before, after, ndvi, nbr, mndwi }: IndexEvidence,
  shares: (typeof whites)[number],
  full: { readonly nbr: number; readonly mndwi: number },
  i: number,
): number {
  const gain = after[blue][i] - before[blue][i];
  const [brighter, other] = gain > 0 ? [after, before] : [before, after];
  const sign = gain > 0 ? 1 : -1;
  const white = Math.abs(gain);
  const shift = (first: number, second: number, share: number, usual: number): number => {
    const a = Math.max(0, brighter[first][i] - white);
    const b = Math.max(0, brighter[second][i] - white * share);
    const index = a + b > 0 ? (a - b) / (a + b) : 0;
    return Math.abs(sign * (index - normalisedDifference(other[first], other[second], i)) - usual);
  };
  return Math.max(
    shift(nir, red, 1, ndvi.usual) / fullNdvi,
    shift(nir, swir2, shares.swir2, nbr.usual) / full.nbr,
    shift(green, swir1, shares.swir1, mndwi.usual) / full.mndwi,
  );
}
