import type { RunFact } from '../../facts/run-facts.ts';
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
 * What a reader should know of the detection of one raster, or of all windows of an area.
 */
export function detectionNotes(
  { scoring, sampledPixels }: Learned,
  { besideSnow, besideMasked }: BlankedPixels,
): RunFact[] {
  if (scoring === undefined) return [tooFewNote(sampledPixels)];
  const notes = methodNotes(scoring);
  if (besideSnow > 0) {
    notes.unshift({ code: 'pixels-beside-snow', params: { pixels: besideSnow } });
  }
  if (besideMasked > 0) {
    notes.push({ code: 'pixels-beside-clouds', params: { pixels: besideMasked } });
  }
  const model = modelOf(scoring);
  if (model && !model.converged) {
    notes.push({ code: 'not-converged', params: { rounds: model.rounds } });
  }
  return notes;
}

/** The statistics of the methods that build on IR-MAD. */
export function modelOf(scoring: LearnedScoring | undefined): Irmad | undefined {
  return scoring && 'model' in scoring ? scoring.model : undefined;
}

function tooFewNote(pixels: number): RunFact {
  return pixels === 0
    ? { code: 'no-clear-pixel' }
    : { code: 'few-clear-pixels', params: { pixels } };
}

function methodNotes(scoring: LearnedScoring): RunFact[] {
  switch (scoring.method) {
    case 'automatic':
      return [...flatBandNotes(scoring.scales), ...resemblanceNotes(scoring.model)];
    case 'irmad':
      return [...flatBandNotes(scoring.scales), splitNote(scoring.threshold)];
    case 'lda':
      return [];
    case 'ndvi':
    case 'nbr':
      return [
        {
          code: 'index-threshold',
          params: { index: scoring.method, threshold: scoring.threshold },
        },
      ];
    default:
      throw new RangeError(`unknown change method: ${scoring satisfies never}`);
  }
}

function flatBandNotes({ before, after }: PairScales): RunFact[] {
  const bands = before.flatMap(({ inverseDeviation }, band) =>
    inverseDeviation === 0 || after[band].inverseDeviation === 0 ? [band + 1] : [],
  );
  return bands.length === 0 ? [] : [{ code: 'bands-of-one-value', params: { bands } }];
}

/** If most of a scene changed, the method takes unchanged ground for unusual, or finds nothing. */
function resemblanceNotes({ correlations }: Irmad): RunFact[] {
  const [correlation] = correlations;
  if (correlation >= leastResemblance) return [];
  return [{ code: 'little-resemblance', params: { correlation } }];
}

function splitNote(threshold: number): RunFact {
  return Number.isFinite(threshold)
    ? { code: 'irmad-threshold', params: { threshold } }
    : { code: 'irmad-no-change' };
}
