import { type BandStack, changeClass, type Severity, severityCode } from '../options.ts';
import { normalisedDifference, requiredBands } from '../pair/named-bands.ts';

/** The least dNBR of each class above `moderateSeverityLoss`, by its table. */
const leastLoss = [
  ['high_severity', 0.66],
  ['moderate_high_severity', 0.44],
] as const;

/**
 * Key & Benson's class of a pixel that has changed by dNBR, so that it is at least 0.27 or at most
 * −0.27: their classes of low severity, no burn and low regrowth lie between.
 */
export function severityOf(dnbr: number): Severity {
  if (dnbr < 0) return 'high_regrowth';
  return leastLoss.find(([, least]) => dnbr >= least)?.[0] ?? 'moderate_low_severity';
}

/**
 * How severely each changed pixel burned or grew, as `severityCode`; 0 elsewhere. For the mask of
 * the method `nbr`. Throws MissingBandsError without named nir and swir2.
 */
export function changeSeverities(
  mask: Uint8Array,
  before: Pick<BandStack, 'bands' | 'names'>,
  after: Pick<BandStack, 'bands' | 'names'>,
): Uint8Array {
  const [nirBefore, swirBefore] = requiredBands(before, ['nir', 'swir2'], 'nbr');
  const [nirAfter, swirAfter] = requiredBands(after, ['nir', 'swir2'], 'nbr');
  const severities = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== changeClass.changed) continue;
    const nbrBefore = normalisedDifference(nirBefore, swirBefore, i);
    const nbrAfter = normalisedDifference(nirAfter, swirAfter, i);
    severities[i] = severityCode[severityOf(nbrBefore - nbrAfter)];
  }
  return severities;
}
