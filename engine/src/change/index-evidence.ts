import type { BandName } from '../source/scene.ts';
import { type IndexShift, indexShift, shiftAt, type UsualShift } from './index-shift.ts';
import { largestUnary } from './mean-field.ts';
import { type Band, bandsByName, normalisedDifference } from './named-bands.ts';
import type { BandStack } from './options.ts';
import type { Rows } from './rows.ts';

const bandsWanted = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const satisfies BandName[];
const [blue, green, red, nir, swir1, swir2] = bandsWanted.keys();

/** NDVI from which ground counts as vegetated, and from which it is wholly judged as such. */
const vegetatedNdvi = 0.3;
const denseNdvi = 0.5;
/** Shifts of NDVI, NBR and MNDWI that are a full confirmation; NBR's is Key & Benson's (2006). */
const fullNdvi = 0.2;
const fullNbr = 0.27;
const sparseNbr = 0.2;
const fullMndwi = [0.1, 0.2] as const;
/** Multiples of an index's own spread that count as more than noise. */
const spreads = 4;
/** How much lower a score counts where no index moved, in standard deviations. */
const penalty = 3;
/** On vegetation a score is held at threshold + 8 · (confirmation − 0.8). */
const holdSlope = 8;
const holdAt = 0.8;
/** What a loss of NBR adds to the score, for each full shift above where it starts. */
const lossGain = 6;
const lossStart = 0.6;
/** What thin cloud, and snow, add to the shortwave infrared bands, as shares of what they add to blue. */
const whites = [
  { swir1: 0.4, swir2: 0.2 },
  { swir1: 0, swir2: 0 },
];
/** Blue that brightens by this factor is likely white light: what it explains is held on any ground. */
const whitening = 2;
/** White light adds to swir2 at least and at most these shares of what it adds to blue; roofs add more. */
const whiteSwir2 = [-0.1, 0.7] as const;
/** Snow, in whose light swir2 gains little or falls, adds at least so much of it to nir. */
const snowNir = 0.5;
const snowSwir2 = 0.3;
/** Usual shifts of NDVI or NBR, in units of a full one, from which indices tell less, and nothing. */
const seasonFrom = 0.75;
const seasonWholly = 1;
/** Less confirmation than this decides nothing: it isn't looked at again without white light. */
const worthASecondLook = 0.3;

/** How the indices of two dates shift where nothing happened. */
export interface LearnedShifts {
  readonly ndvi: UsualShift;
  readonly nbr: UsualShift;
  readonly mndwi: UsualShift;
}

/** What is known of a pair before single pixels are looked at. */
export interface IndexEvidence extends LearnedShifts {
  readonly before: readonly Band[];
  readonly after: readonly Band[];
  readonly ndvi: IndexShift;
  readonly nbr: IndexShift;
  readonly mndwi: IndexShift;
  readonly fullMndwi: number;
  /** From 1 to 0: how much indices can tell, given how far the season itself shifts them. */
  readonly trust: number;
}

interface IndexTask {
  readonly score: Float32Array;
  readonly threshold: number;
  readonly evidence: IndexEvidence;
  readonly observed: Uint8Array;
}

/**
 * Weighs a score by what is known of kinds of change. Light (sun, slope, haze, shadow) changes all
 * bands alike and leaves ratios nearly as they were; clearing, burning, building or flooding moves
 * NDVI, NBR or MNDWI against the scene's median shift. Confirmation is the largest of these shifts in
 * units of a full one, and no more than what is left of it when as much white light as blue gained is
 * taken off again, as thin cloud or as snow would have brought it. Without full confirmation a score
 * is lowered, and held below what its confirmation allows on vegetation and where blue has doubled;
 * vegetation that only grew greener has none. Where the season shifts everything by about as much as
 * clearing does, lowering and holding fade out. A loss of NBR beyond the index's own noise raises a
 * score. Works in place.
 */
export function weighByIndices(
  { score, threshold, evidence, observed }: IndexTask,
  { width, first, end }: Rows,
): void {
  const { before, after, ndvi, nbr, trust } = evidence;
  const lossFrom = Math.max(lossStart, (spreads * nbr.spread) / fullNbr);
  // What is lower counts as no less: such scores are left as they are, most of a picture's.
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
    const confirmed = isGreening ? 0 : confirmation(evidence, greenest, ndviShift, nbrShift, i);
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
 * Whether blue brightened as much as only white light or a roof makes it, and the infrared as white
 * light does: haze and thin cloud add less there than to blue, snow adds to nir and darkens swir2.
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
 * A test of single pixels: whether NBR moved as it does when ground is burned or cleared (or grows
 * over), and as neither a cloud nor its shadow moves it: by the full shift, with shortwave infrared
 * brightening more than blue where NBR fell.
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
 * The indices of a pair and how they usually shift, which the sample tells unless it is `learned`;
 * undefined where one of the six bands isn't named.
 */
export function gatherEvidence(
  before: BandStack,
  after: BandStack,
  sample: Int32Array,
  learned?: LearnedShifts,
): IndexEvidence | undefined {
  const x = bandsByName(before, bandsWanted);
  const y = bandsByName(after, bandsWanted);
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

/** What `gatherEvidence` took from the sample. */
export function learnedShifts({ ndvi, nbr, mndwi }: IndexEvidence): LearnedShifts {
  const usual = ({ usual, spread }: UsualShift): UsualShift => ({ usual, spread });
  return { ndvi: usual(ndvi), nbr: usual(nbr), mndwi: usual(mndwi) };
}

/** The largest of the shifts of NDVI, NBR and MNDWI in units of a full one, with and without white light. */
function confirmation(
  evidence: IndexEvidence,
  greenest: number,
  ndviShift: number,
  nbrShift: number,
  i: number,
): number {
  const isVegetated = greenest >= vegetatedNdvi;
  // Sparse vegetation has less NBR to lose.
  const nbrUnit = isVegetated
    ? Math.min(fullNbr, Math.max(sparseNbr, (greenest * fullNbr) / denseNdvi))
    : sparseNbr;
  const mndwiUnit = isVegetated ? evidence.fullMndwi : fullMndwi[1];
  const plain = Math.max(
    Math.abs(ndviShift) / fullNdvi,
    Math.abs(nbrShift) / nbrUnit,
    Math.abs(shiftAt(evidence.mndwi, i)) / mndwiUnit,
  );
  if (plain < worthASecondLook) return plain;
  return whites.reduce(
    (least, white) =>
      Math.min(least, confirmationWithoutWhite(evidence, white, nbrUnit, mndwiUnit, i)),
    plain,
  );
}

/** The same, had the date whose blue is brighter as little white light as the other. */
function confirmationWithoutWhite(
  { before, after, ndvi, nbr, mndwi }: IndexEvidence,
  shares: (typeof whites)[number],
  nbrUnit: number,
  mndwiUnit: number,
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
    shift(nir, swir2, shares.swir2, nbr.usual) / nbrUnit,
    shift(green, swir1, shares.swir1, mndwi.usual) / mndwiUnit,
  );
}
