import type { BandName } from '../source/scene.ts';
import { type IndexShift, indexShift, shiftAt } from './index-shift.ts';
import { type Band, bandsByName, normalisedDifference } from './named-bands.ts';
import type { BandStack } from './options.ts';

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
/** What thin cloud or snow adds to a band, as a share of what it adds to blue. */
const whiteShares = new Map([
  [green, 1],
  [red, 1],
  [nir, 1],
  [swir1, 0.4],
  [swir2, 0.2],
]);

interface Evidence {
  readonly before: readonly Band[];
  readonly after: readonly Band[];
  readonly ndvi: IndexShift;
  readonly nbr: IndexShift;
  readonly mndwi: IndexShift;
  readonly fullMndwi: number;
}

/**
 * Weighs a score by what is known of kinds of change. Light (sun, slope, haze, shadow) changes all
 * bands alike and leaves ratios nearly as they were; clearing, burning, building or flooding moves
 * NDVI, NBR or MNDWI against the scene's median shift. Confirmation is the largest of these shifts in
 * units of a full one, and no more than what is left of it when as much white light as blue gained is
 * taken off again, for that is thin cloud or snow. Without full confirmation a score is lowered, and
 * on vegetation held below what its confirmation allows; vegetation that only grew greener has none.
 * A loss of NBR beyond the index's own noise raises it. Works in place; does nothing where one of the
 * six bands isn't named.
 */
export function weighByIndices(
  score: Float32Array,
  threshold: number,
  before: BandStack,
  after: BandStack,
  observed: Uint8Array,
  sample: Int32Array,
): void {
  const evidence = gatherEvidence(before, after, sample);
  if (evidence === undefined) return;
  const lossFrom = Math.max(lossStart, (spreads * evidence.nbr.spread) / fullNbr);
  for (let i = 0; i < score.length; i++) {
    if (observed[i] === 0) continue;
    const ndvi = greenestNdvi(evidence, i);
    const confirmed = confirmation(evidence, ndvi, i);
    const lacking = Math.max(0, 1 - confirmed);
    if (ndvi < vegetatedNdvi) {
      score[i] -= penalty * lacking;
      continue;
    }
    const loss = Math.min(confirmed, -shiftAt(evidence.nbr, i) / fullNbr) - lossFrom;
    if (loss > 0) score[i] += lossGain * Math.min(1, loss);
    if (lacking === 0) continue;
    const density = Math.min(1, (ndvi - vegetatedNdvi) / (denseNdvi - vegetatedNdvi));
    const held = threshold + holdSlope * (confirmed - holdAt * density);
    score[i] = Math.min(score[i] - penalty * lacking, held);
  }
}

/**
 * A test of single pixels: whether NBR moved as it does when ground is burned or cleared (or grows
 * over), and as neither a cloud nor its shadow moves it: by the full shift, with shortwave infrared
 * brightening more than blue where NBR fell. Undefined where bands aren't named.
 */
export function coverChangeTest(
  before: BandStack,
  after: BandStack,
  sample: Int32Array,
): ((i: number) => boolean) | undefined {
  const evidence = gatherEvidence(before, after, sample);
  if (evidence === undefined) return undefined;
  const { before: x, after: y, nbr } = evidence;
  return (i) => {
    const shift = shiftAt(nbr, i);
    if (Math.abs(shift) < fullNbr) return false;
    const infrared = y[swir2][i] * Math.max(1, x[blue][i]);
    const visible = Math.max(1, y[blue][i]) * x[swir2][i];
    return shift < 0 ? infrared >= visible : infrared <= visible;
  };
}

function gatherEvidence(
  before: BandStack,
  after: BandStack,
  sample: Int32Array,
): Evidence | undefined {
  const x = bandsByName(before, bandsWanted);
  const y = bandsByName(after, bandsWanted);
  if (x === undefined || y === undefined) return undefined;
  const shift = (first: number, second: number) =>
    indexShift([x[first], x[second]], [y[first], y[second]], sample);
  const mndwi = shift(green, swir1);
  return {
    before: x,
    after: y,
    ndvi: shift(nir, red),
    nbr: shift(nir, swir2),
    mndwi,
    fullMndwi: Math.min(fullMndwi[1], Math.max(fullMndwi[0], spreads * mndwi.spread)),
  };
}

/** NDVI of a pixel's greener date. */
function greenestNdvi({ before, after }: Evidence, i: number): number {
  return Math.max(
    normalisedDifference(before[nir], before[red], i),
    normalisedDifference(after[nir], after[red], i),
  );
}

function confirmation(evidence: Evidence, ndvi: number, i: number): number {
  const ndviShift = shiftAt(evidence.ndvi, i);
  const { before } = evidence;
  if (ndviShift > 0 && normalisedDifference(before[nir], before[red], i) >= vegetatedNdvi) return 0;
  const shifts = [ndviShift, shiftAt(evidence.nbr, i), shiftAt(evidence.mndwi, i)] as const;
  const plain = inFullShifts(evidence, shifts, ndvi);
  return plain === 0 ? 0 : Math.min(plain, inFullShifts(evidence, withoutWhite(evidence, i), ndvi));
}

/** The largest of the shifts of NDVI, NBR and MNDWI, each in units of a full one. */
function inFullShifts(
  evidence: Evidence,
  [ndviShift, nbrShift, mndwiShift]: readonly [number, number, number],
  ndvi: number,
): number {
  const isVegetated = ndvi >= vegetatedNdvi;
  // Sparse vegetation has less NBR to lose.
  const nbrUnit = isVegetated
    ? Math.min(fullNbr, Math.max(sparseNbr, (ndvi * fullNbr) / denseNdvi))
    : sparseNbr;
  const mndwiUnit = isVegetated ? evidence.fullMndwi : fullMndwi[1];
  return Math.max(
    Math.abs(ndviShift) / fullNdvi,
    Math.abs(nbrShift) / nbrUnit,
    Math.abs(mndwiShift) / mndwiUnit,
  );
}

/** The shifts of NDVI, NBR and MNDWI, had the date whose blue is brighter as little white light as the other. */
function withoutWhite(evidence: Evidence, i: number): [number, number, number] {
  const { before, after, ndvi, nbr, mndwi } = evidence;
  const white = after[blue][i] - before[blue][i];
  const [brighter, other] = white > 0 ? [after, before] : [before, after];
  const sign = white > 0 ? 1 : -1;
  const shift = (first: number, second: number, usual: number): number => {
    const a = brighter[first][i] - Math.abs(white) * whiteShares.get(first)!;
    const b = brighter[second][i] - Math.abs(white) * whiteShares.get(second)!;
    return sign * (ratioOf(a, b) - normalisedDifference(other[first], other[second], i)) - usual;
  };
  return [
    shift(nir, red, ndvi.usual),
    shift(nir, swir2, nbr.usual),
    shift(green, swir1, mndwi.usual),
  ];
}

function ratioOf(first: number, second: number): number {
  const a = Math.max(0, first);
  const b = Math.max(0, second);
  return a + b > 0 ? (a - b) / (a + b) : 0;
}
