import type { BandName } from '../../source/scene.ts';
import { shiftAt } from '../evidence/index-shift.ts';
import type { BandStack, ChangeMethod } from '../options.ts';
import { moderateSeverityLoss, requiredBands } from '../pair/named-bands.ts';
import type { ScoredPair } from '../pair/standardise.ts';
import type { SharedBuffers } from '../rows/shared-buffers.ts';

type IndexMethod = Extract<ChangeMethod, 'ndvi' | 'nbr'>;

interface IndexRule {
  readonly bands: readonly [BandName, BandName];
  /** Absolute difference from which a pixel has changed. */
  readonly threshold: number;
}

/**
 * There is no table of classes for NDVI: 0.2 is twice as much as season and atmosphere shift it
 * between pictures of one time of year.
 */
const rules: Readonly<Record<IndexMethod, IndexRule>> = {
  ndvi: { bands: ['nir', 'red'], threshold: 0.2 },
  nbr: { bands: ['nir', 'swir2'], threshold: moderateSeverityLoss },
};

interface ObservedPair {
  readonly before: BandStack;
  readonly after: BandStack;
  /** 1 where both dates are clear. */
  readonly observed: Uint8Array;
}

/**
 * The absolute difference of one index between the dates, compared with a fixed threshold. Loss and
 * gain count alike. Throws MissingBandsError.
 */
export function scoreByIndex(
  method: IndexMethod,
  { before, after, observed }: ObservedPair,
  buffers: SharedBuffers,
): ScoredPair {
  const { bands, threshold } = rules[method];
  const [first, second] = requiredBands(before, bands, method);
  const [firstAfter, secondAfter] = requiredBands(after, bands, method);
  const index = { before: [first, second], after: [firstAfter, secondAfter], usual: 0 } as const;
  const score = buffers.take(observed.length).fill(0);
  for (let i = 0; i < score.length; i++) {
    if (observed[i] !== 0) score[i] = Math.abs(shiftAt(index, i));
  }
  return { score, threshold };
}
