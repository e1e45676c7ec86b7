import { scoreAutomatically } from './automatic.ts';
import type { ScaledStack } from './difference.ts';
import { scoreByIndex } from './index-difference.ts';
import { coverChangeTest, gatherEvidence } from './index-evidence.ts';
import { changeKinds } from './kinds.ts';
import { scoreByLda } from './lda.ts';
import { growIntoLowSeverity } from './low-severity.ts';
import { blankMaskMargins } from './mask-margins.ts';
import { meanField } from './mean-field.ts';
import { observedPixels } from './observed.ts';
import {
  type BandStack,
  type ChangeDetection,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from './options.ts';
import { dropWeakPatches } from './patches.ts';
import { scorePlainly } from './plain.ts';
import { type RunRows, runRowsHere } from './run-rows.ts';
import { samplePixels } from './sample.ts';
import type { ScoredPair } from './scored-pair.ts';
import { SharedPlanes } from './shared-planes.ts';
import { blankBesideSnow, maskSnow } from './snow.ts';
import { standardisation } from './standardise.ts';

/** Observed pixels for each band and date below which a covariance is a guess. */
const smallestSamplePerColumn = 10;
/** Patches need this many pixels this far above the threshold. */
const strongPixels = 2;
const strongMargin = 1.5;

/** The first canonical correlation of dates on whose unchanged ground a comparison can stand. */
const leastResemblance = 0.85;

/** Two dates and what is known of them before any method looks at them. */
interface Pair {
  readonly before: BandStack;
  readonly after: BandStack;
  readonly observed: Uint8Array;
  /** Pixels from which statistics come. */
  readonly sample: Int32Array;
  /** Whether ratios between bands mean something. */
  readonly areReflectance: boolean;
}

/** A mask before small patches go, and the score from which it comes. */
interface Classified extends ScoredPair {
  readonly mask: Uint8Array;
  readonly spectralScore?: Float32Array;
  readonly notes: readonly string[];
}

/**
 * Which pixels changed between two dates of one grid. Synchronous: a few passes over the pixels,
 * less than 70 bytes for each beyond its input; call it in a worker thread. Both dates must have
 * the same size and the same bands in the same order (RangeError otherwise); values of any scale.
 * Throws MissingBandsError when the method needs bands that aren't named. Methods and limits:
 * docs/methods/change-detection.md.
 */
export function detectChange(
  before: BandStack,
  after: BandStack,
  options: DetectOptions = {},
  runRows: RunRows = runRowsHere,
): ChangeDetection {
  const settings = { ...defaultDetectOptions, ...options };
  const { width, height } = before;
  const observed = observedPixels(before, after);
  const areReflectance = isReflectance(before) && isReflectance(after);
  const snow = areReflectance ? maskSnow(observed, before, after) : [];
  const sample = samplePixels(observed, settings.sampleLimit, settings.seed);
  if (sample.length < smallestSamplePerColumn * 2 * before.bands.length) {
    return nothingToCompare(observed, sample.length, settings);
  }

  const found = classify({ before, after, observed, sample, areReflectance }, settings, runRows);
  const { mask, score, threshold, model } = found;
  for (let i = 0; i < mask.length; i++) if (observed[i] === 0) mask[i] = changeClass.unobserved;
  const snowPixels = snow.length + blankBesideSnow(mask, snow, before, after);
  const strong =
    settings.method === 'automatic'
      ? { score, above: threshold + strongMargin, pixels: strongPixels }
      : undefined;
  dropWeakPatches(mask, width, height, { smallest: settings.smallestPatchPixels, strong });
  return {
    mask,
    kinds: changeKinds(mask, before, after),
    score,
    threshold,
    ...(found.spectralScore && { spectralScore: found.spectralScore }),
    method: settings.method,
    correlations: model?.correlations ?? [],
    rounds: model?.rounds ?? 0,
    converged: model?.converged ?? true,
    notes: [
      ...(snowPixels > 0
        ? [
            `${snowPixels.toLocaleString('en-US')} pixels are under or beside snow on one date and are given as unobserved.`,
          ]
        : []),
      ...found.notes,
      ...(model && !model.converged
        ? [`The statistics had not settled after ${model.rounds} rounds.`]
        : []),
    ],
  };
}

function classify(pair: Pair, settings: Required<DetectOptions>, runRows: RunRows): Classified {
  const { before, after, observed, sample } = pair;
  const { method } = settings;
  switch (method) {
    case 'automatic':
      return classifyAutomatically(pair, settings, runRows);
    case 'irmad': {
      const scaled = scalePair(pair, 1);
      const scored = scorePlainly(
        scaled.before,
        scaled.after,
        observed,
        sample,
        { width: before.width, height: before.height },
        runRows,
      );
      const notes = [...flatBandNotes(scaled), splitNote(scored.threshold)];
      return { ...scored, mask: aboveThreshold(scored), notes };
    }
    case 'lda': {
      const scored = scoreByLda(settings.landCover, before, after, sample);
      return { ...scored, mask: aboveThreshold(scored), notes: [] };
    }
    case 'ndvi':
    case 'nbr': {
      const scored = scoreByIndex(method, before, after, observed);
      return { ...scored, mask: aboveThreshold(scored), notes: [indexNote(method, scored)] };
    }
    default:
      throw new RangeError(`unknown change method: ${method satisfies never}`);
  }
}

function classifyAutomatically(
  pair: Pair,
  settings: Required<DetectOptions>,
  runRows: RunRows,
): Classified {
  const { before, after, observed, sample, areReflectance } = pair;
  const { width, height } = before;
  const size = { width, height };
  const scaled = scalePair(pair, 0.999);
  const evidence = areReflectance ? gatherEvidence(before, after, sample) : undefined;
  const planes = new SharedPlanes(observed.length);
  const scored = scoreAutomatically(
    scaled.before,
    scaled.after,
    observed,
    sample,
    size,
    runRows,
    before.names !== undefined,
    planes,
  );
  const { score, threshold } = scored;
  const spectralScore = settings.keepSpectralScore ? observedScore(score, observed) : undefined;
  if (evidence) runRows('weighByIndices', { score, threshold, evidence, observed }, size);
  const mask = meanField(score, threshold, observed, size, runRows, planes);
  if (evidence) {
    const kinds = changeKinds(mask, before, after);
    growIntoLowSeverity(mask, kinds, evidence.nbr, observed, width, height);
  }
  const notes = [...flatBandNotes(scaled), ...resemblanceNotes(scored)];
  if (settings.blankMaskMargins) {
    const blanked = blankMaskMargins(
      mask,
      scaled.before,
      scaled.after,
      observed,
      width,
      height,
      evidence && coverChangeTest(evidence),
    );
    if (blanked > 0) {
      notes.push(
        `${blanked.toLocaleString('en-US')} changed pixels beside masked areas look like the rim or shadow of a cloud and ` +
          'are given as unobserved.',
      );
    }
  }
  return { ...scored, mask, notes, ...(spectralScore && { spectralScore }) };
}

function observedScore(score: Float32Array, observed: Uint8Array): Float32Array {
  return score.map((value, i) => (observed[i] === 0 ? Number.NaN : value));
}

/**
 * Eight-bit numbers are stretched band by band, in whatever type they are stored: ratios between bands
 * say nothing then.
 */
function isReflectance({ bands, valid }: BandStack): boolean {
  const isByte = (value: number, i: number) => valid[i] === 0 || value === (value & 255);
  const isStretched = bands.some((band) => band instanceof Uint8Array);
  return !isStretched && !bands.every((band) => band.every(isByte));
}

function aboveThreshold({ score, threshold }: ScoredPair): Uint8Array {
  return Uint8Array.from(score, (value) => (value >= threshold ? 1 : 0));
}

/** Where most of a scene changed, the method takes what remained for what is unusual, or finds nothing. */
function resemblanceNotes({ model }: ScoredPair): string[] {
  const correlation = model?.correlations[0] ?? 1;
  if (correlation >= leastResemblance) return [];
  return [
    `The two dates hardly resemble each other (correlation ${correlation.toFixed(2)}): if more than half of what they show has changed, the change can't be told from what is usual.`,
  ];
}

function splitNote(threshold: number): string {
  return Number.isFinite(threshold)
    ? `IR-MAD counts pixels as changed whose score is at least ${threshold.toFixed(1)}, where Otsu's method splits them in two.`
    : 'IR-MAD found no second class of pixels beside the unchanged ones: nothing counts as changed.';
}

function indexNote(method: 'ndvi' | 'nbr', { threshold }: ScoredPair): string {
  const name = method.toUpperCase();
  return `Pixels count as changed whose ${name} differs by at least ${threshold} between the dates, whatever the season and the air had a part in it.`;
}

interface ScaledPair {
  readonly before: ScaledStack;
  readonly after: ScaledStack;
}

/** @param ceilingShare the quantile at which values are cut off */
function scalePair({ before, after, sample }: Pair, ceilingShare: number): ScaledPair {
  const scale = ({ bands }: BandStack): ScaledStack => ({
    bands,
    scales: bands.map((band) => standardisation(band, sample, ceilingShare)),
  });
  return { before: scale(before), after: scale(after) };
}

function flatBandNotes({ before, after }: ScaledPair): string[] {
  const flat = before.scales.flatMap(({ inverseDeviation }, band) =>
    inverseDeviation === 0 || after.scales[band].inverseDeviation === 0 ? [band + 1] : [],
  );
  if (flat.length === 0) return [];
  return [`A band holds one single value on a date and says little: band ${flat.join(', ')}.`];
}

function nothingToCompare(
  observed: Uint8Array,
  count: number,
  { method }: Required<DetectOptions>,
): ChangeDetection {
  return {
    mask: new Uint8Array(observed.length).fill(changeClass.unobserved),
    kinds: new Uint8Array(observed.length),
    score: new Float32Array(observed.length),
    threshold: Number.POSITIVE_INFINITY,
    method,
    correlations: [],
    rounds: 0,
    converged: false,
    notes: [
      count === 0
        ? 'No pixel is clear on both dates.'
        : `Only ${count.toLocaleString('en-US')} pixels are clear on both dates: too few to compare them, so all are given as unobserved.`,
    ],
  };
}
