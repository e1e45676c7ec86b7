import type { Irmad } from '../evidence/irmad.ts';
import type { Learned, LearnedScoring } from '../methods/learned.ts';
import type { PairScales } from '../pair/standardise.ts';

/** Two dates are comparable if their first canonical correlation reaches this. */
const leastResemblance = 0.85;

/** How many pixels a detection made unobserved, and why. */
export interface BlankedPixels {
  /** Pixels under or beside snow on one date. */
  readonly besideSnow: number;
  /** Changed pixels that look like the rim or shadow of a cloud. */
  readonly besideMasked: number;
}

/**
 * Sentences that a reader should know of the detection of one raster, or of all windows of an area.
 */
export function detectionNotes(
  { scoring, sampledPixels }: Learned,
  { besideSnow, besideMasked }: BlankedPixels,
): string[] {
  if (scoring === undefined) return [tooFewNote(sampledPixels)];
  const notes = methodNotes(scoring);
  if (besideSnow > 0) {
    notes.unshift(
      `${countText(besideSnow)} pixels are under or beside snow on one date and are given as unobserved.`,
    );
  }
  if (besideMasked > 0) {
    notes.push(
      `${countText(besideMasked)} changed pixels beside masked areas look like the rim or shadow of a cloud and ` +
        'are given as unobserved.',
    );
  }
  const model = modelOf(scoring);
  if (model && !model.converged) {
    notes.push(`The statistics had not settled after ${model.rounds} rounds.`);
  }
  return notes;
}

/** The statistics of the methods that build on IR-MAD. */
export function modelOf(scoring: LearnedScoring | undefined): Irmad | undefined {
  return scoring && 'model' in scoring ? scoring.model : undefined;
}

function tooFewNote(sampledPixels: number): string {
  return sampledPixels === 0
    ? 'No pixel is clear on both dates.'
    : `Only ${countText(sampledPixels)} pixels are clear on both dates: too few to compare them, so all are given as unobserved.`;
}

function methodNotes(scoring: LearnedScoring): string[] {
  switch (scoring.method) {
    case 'automatic':
      return [...flatBandNotes(scoring.scales), ...resemblanceNotes(scoring.model)];
    case 'irmad':
      return [...flatBandNotes(scoring.scales), splitNote(scoring.threshold)];
    case 'lda':
      return [];
    case 'ndvi':
    case 'nbr':
      return [indexNote(scoring.method, scoring.threshold)];
    default:
      throw new RangeError(`unknown change method: ${scoring satisfies never}`);
  }
}

function flatBandNotes({ before, after }: PairScales): string[] {
  const flat = before.flatMap(({ inverseDeviation }, band) =>
    inverseDeviation === 0 || after[band].inverseDeviation === 0 ? [band + 1] : [],
  );
  if (flat.length === 0) return [];
  return [`A band holds one single value on a date and says little: band ${flat.join(', ')}.`];
}

/** If most of a scene changed, the method takes the rest for unusual, or finds nothing. */
function resemblanceNotes({ correlations }: Irmad): string[] {
  const [correlation] = correlations;
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

function indexNote(method: 'ndvi' | 'nbr', threshold: number): string {
  const name = method.toUpperCase();
  return `Pixels count as changed if their ${name} differs by at least ${threshold} between the dates. The season and the air may have caused a part of the difference.`;
}

function countText(count: number): string {
  return count.toLocaleString('en-US');
}
