import { type ScoredPair, scoreAutomatically } from './automatic.ts';
import type { ScaledStack } from './difference.ts';
import { weighByIndices } from './index-evidence.ts';
import { blankMaskMargins } from './mask-margins.ts';
import { meanField } from './mean-field.ts';
import { observedPixels } from './observed.ts';
import {
  type BandStack,
  type ChangeDetection,
  type ChangeMethod,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from './options.ts';
import { dropWeakPatches } from './patches.ts';
import { scorePlainly } from './plain.ts';
import { samplePixels } from './sample.ts';
import { standardisation } from './standardise.ts';

/** Pixels on which statistics are estimated: enough that their sampling error is below the noise. */
const sampleLimit = 200_000;
/** Observed pixels for each band and date below which a covariance is a guess. */
const smallestSamplePerColumn = 10;
/** Patches need this many pixels this far above the threshold. */
const strongPixels = 2;
const strongMargin = 1.5;

/**
 * Which pixels changed between two dates of one grid. Synchronous: a few passes over the pixels,
 * less than 100 bytes for each beyond its input; call it in a worker thread. Both dates must have
 * the same size and the same bands in the same order (RangeError otherwise); values of any scale.
 * Method and limits: docs/methods/change-detection.md.
 */
export function detectChange(
  before: BandStack,
  after: BandStack,
  options: DetectOptions = {},
): ChangeDetection {
  const settings = { ...defaultDetectOptions, ...options };
  const { width, height } = before;
  const observed = observedPixels(before, after);
  const sample = samplePixels(observed, sampleLimit, settings.seed);
  if (sample.length < smallestSamplePerColumn * 2 * before.bands.length) {
    return nothingToCompare(observed, sample.length, settings);
  }

  const notes: string[] = [];
  const ceilingShare = settings.method === 'automatic' ? 0.999 : 1;
  const scale = ({ bands }: BandStack): ScaledStack => ({
    bands,
    scales: bands.map((band) => standardisation(band, sample, ceilingShare)),
  });
  const scaledBefore = scale(before);
  const scaledAfter = scale(after);
  notes.push(...flatBandNotes(scaledBefore, scaledAfter));

  const scored = scorePair(
    settings.method,
    scaledBefore,
    scaledAfter,
    observed,
    sample,
    width,
    height,
  );
  if (settings.method === 'automatic') weighByIndices(scored.score, before, after, sample);
  const mask = classify(scored, settings, observed, width, height);
  if (settings.method === 'automatic' && settings.blankMaskMargins) {
    const blanked = blankMaskMargins(mask, scaledBefore, scaledAfter, observed, width, height);
    if (blanked > 0) {
      notes.push(
        `${blanked} changed pixels beside masked areas look like the rim or shadow of a cloud and ` +
          'are given as unobserved.',
      );
    }
  }
  const strong =
    settings.method === 'automatic'
      ? { score: scored.score, above: scored.threshold + strongMargin, pixels: strongPixels }
      : undefined;
  dropWeakPatches(mask, width, height, { smallest: settings.smallestPatchPixels, strong });
  if (!scored.model.converged) {
    notes.push(`The statistics had not settled after ${scored.model.rounds} rounds.`);
  }
  return {
    mask,
    score: scored.score,
    threshold: scored.threshold,
    method: settings.method,
    correlations: scored.model.correlations,
    rounds: scored.model.rounds,
    converged: scored.model.converged,
    notes,
  };
}

function scorePair(
  method: ChangeMethod,
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  sample: Int32Array,
  width: number,
  height: number,
): ScoredPair {
  switch (method) {
    case 'automatic':
      return scoreAutomatically(before, after, observed, sample, width, height);
    case 'irmad':
      return scorePlainly(before, after, observed, sample);
    default:
      throw new RangeError(`unknown change method: ${method satisfies never}`);
  }
}

/** The mask before small patches go: by the field for `automatic`, by the bare threshold for `irmad`. */
function classify(
  { score, threshold }: ScoredPair,
  { method }: Required<DetectOptions>,
  observed: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const mask =
    method === 'automatic'
      ? meanField(score, threshold, observed, width, height)
      : Uint8Array.from(score, (value) => (value > threshold ? 1 : 0));
  for (let i = 0; i < mask.length; i++) if (observed[i] === 0) mask[i] = changeClass.unobserved;
  return mask;
}

function flatBandNotes(before: ScaledStack, after: ScaledStack): string[] {
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
    score: new Float32Array(observed.length),
    threshold: Number.POSITIVE_INFINITY,
    method,
    correlations: [],
    rounds: 0,
    converged: false,
    notes: [
      `Only ${count} pixels are clear on both dates: too few to compare them, so all are given as ` +
        'unobserved.',
    ],
  };
}
