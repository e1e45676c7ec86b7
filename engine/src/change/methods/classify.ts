import { kindsOfChange } from '../decision/kinds.ts';
import { growIntoLowSeverity } from '../decision/low-severity.ts';
import { blankMaskMargins } from '../decision/mask-margins.ts';
import {
  coverChangeTest,
  gatherEvidence,
  learnedShifts,
  weighByIndices,
} from '../evidence/index-evidence.ts';
import { meanField } from '../evidence/mean-field.ts';
import type { BandStack, DetectOptions } from '../options.ts';
import {
  type PairScales,
  type ScaledPair,
  type ScoredPair,
  standardisation,
} from '../pair/standardise.ts';
import type { RowWork } from '../rows/run-rows.ts';
import { scoreAutomatically } from './automatic.ts';
import { scoreByIndex } from './index-difference.ts';
import { scoreByLda } from './lda.ts';
import type { LearnedScoring } from './learned.ts';
import { scorePlainly } from './plain.ts';

/** Two dates and what is known of them before a method is chosen. */
export interface Pair {
  readonly before: BandStack;
  readonly after: BandStack;
  readonly observed: Uint8Array;
  /** 0 outside of the pictured area, where missing values are not clouds. */
  readonly inside: Uint8Array | undefined;
  /** The pixels from which statistics are learned; none if they are already known. */
  readonly sample: Int32Array;
  /** Whether ratios between bands have a meaning. */
  readonly areReflectance: boolean;
}

/** A mask before small patches are removed, and the score from which it was made. */
interface Classified extends ScoredPair {
  readonly mask: Uint8Array;
  readonly spectralScore?: Float32Array;
  readonly scoring: LearnedScoring;
  /** Changed pixels beside masked areas that became unobserved. */
  readonly marginPixels: readonly number[];
}

/**
 * Classifies the pixels of a pair by the chosen method. Nothing is learned from the pair's sample
 * if the method's `known` statistics are given.
 */
export function classify(
  pair: Pair,
  settings: Required<DetectOptions>,
  work: RowWork,
  known: LearnedScoring | undefined,
): Classified {
  const { method } = settings;
  if (known && known.method !== method) {
    throw new RangeError(`the method "${method}" can't use what "${known.method}" has learned`);
  }
  switch (method) {
    case 'automatic':
      return classifyAutomatically(
        pair,
        settings,
        work,
        known?.method === method ? known : undefined,
      );
    case 'irmad':
      return classifyPlainly(pair, work, known?.method === method ? known : undefined);
    case 'lda': {
      const { learned, ...scored } = scoreByLda(
        settings.landCover,
        pair,
        work.buffers,
        known?.method === method ? known : undefined,
      );
      return classified(scored, { method, ...learned });
    }
    case 'ndvi':
    case 'nbr': {
      const scored = scoreByIndex(method, pair, work.buffers);
      return classified(scored, { method, threshold: scored.threshold });
    }
    default:
      throw new RangeError(`unknown change method: ${method satisfies never}`);
  }
}

function classified(scored: ScoredPair, scoring: LearnedScoring): Classified {
  const { score, threshold } = scored;
  const mask = new Uint8Array(score.length);
  for (let i = 0; i < mask.length; i++) mask[i] = score[i] >= threshold ? 1 : 0;
  return { ...scored, mask, scoring, marginPixels: [] };
}

function classifyPlainly(
  pair: Pair,
  work: RowWork,
  known: Extract<LearnedScoring, { method: 'irmad' }> | undefined,
): Classified {
  const scales = known?.scales ?? learnScales(pair, 1);
  const { learned, ...scored } = scorePlainly(scaledPair(pair, scales), work, known);
  return classified(scored, { method: 'irmad', scales, ...learned });
}

function classifyAutomatically(
  pair: Pair,
  settings: Required<DetectOptions>,
  work: RowWork,
  known: Extract<LearnedScoring, { method: 'automatic' }> | undefined,
): Classified {
  const { before, after, observed, sample, areReflectance } = pair;
  const { size, runRows } = work;
  const scales = known?.scales ?? learnScales(pair, 0.999);
  const scaled = scaledPair(pair, scales);
  const evidence = areReflectance
    ? gatherEvidence(before, after, sample, known?.shifts)
    : undefined;
  const { score, threshold, learned } = scoreAutomatically(
    scaled,
    { isNamed: before.names !== undefined, known },
    work,
  );
  const spectralScore = settings.keepSpectralScore ? observedScore(score, observed) : undefined;
  if (evidence) runRows(weighByIndices, { score, threshold, evidence, observed }, size);
  const mask = meanField(score, threshold, observed, work);
  if (evidence) {
    const kinds = kindsOfChange(mask, before, after);
    growIntoLowSeverity({ mask, kinds, observed }, evidence.nbr, size);
  }
  const marginPixels = settings.blankMaskMargins
    ? blankMaskMargins(
        mask,
        { ...scaled, observed: unmasked(pair) },
        size,
        evidence ? coverChangeTest(evidence) : () => false,
      )
    : [];
  return {
    score,
    threshold,
    mask,
    marginPixels,
    ...(spectralScore && { spectralScore }),
    scoring: {
      method: 'automatic',
      scales,
      shifts: evidence && learnedShifts(evidence),
      ...learned,
    },
  };
}

function observedScore(score: Float32Array, observed: Uint8Array): Float32Array {
  return score.map((value, i) => (observed[i] === 0 ? Number.NaN : value));
}

/** 0 where clouds, their shadows or snow cover the ground. */
function unmasked({ observed, inside }: Pair): Uint8Array {
  if (!inside) return observed;
  const seen = new Uint8Array(observed.length);
  for (let i = 0; i < seen.length; i++) seen[i] = inside[i] === 0 ? 1 : observed[i];
  return seen;
}

function scaledPair({ before, after, observed, sample }: Pair, scales: PairScales): ScaledPair {
  return {
    before: { bands: before.bands, scales: scales.before },
    after: { bands: after.bands, scales: scales.after },
    observed,
    sample,
  };
}

/** @param ceilingShare the quantile at which values are cut off */
function learnScales({ before, after, sample }: Pair, ceilingShare: number): PairScales {
  const scales = ({ bands }: BandStack) =>
    bands.map((band) => standardisation(band, sample, ceilingShare));
  return { before: scales(before), after: scales(after) };
}
