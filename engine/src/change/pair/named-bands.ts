import type { BandName } from '../../source/scene.ts';
import type { Band, BandStack, ChangeMethod } from '../options.ts';

/** A method needs bands that the pictures do not have. The message names them. */
export class MissingBandsError extends Error {
  readonly method: ChangeMethod;
  readonly missing: readonly BandName[];
  /** The bands that are named. */
  readonly known: readonly BandName[];

  constructor(method: ChangeMethod, missing: readonly BandName[], names: BandStack['names']) {
    const known = names?.filter((name) => name !== undefined) ?? [];
    const has = known.length > 0 ? `these pictures have ${known.join(', ')}` : 'no band is named';
    super(`The method "${method}" needs the bands ${missing.join(', ')}, but ${has}.`);
    this.name = 'MissingBandsError';
    this.method = method;
    this.missing = missing;
    this.known = known;
  }
}

/** A date's bands by their names; undefined where a name is missing. */
export function bandsByName(
  { bands, names }: Pick<BandStack, 'bands' | 'names'>,
  wanted: readonly BandName[],
): Band[] | undefined {
  const found = wanted.map((name) => bands[names?.indexOf(name) ?? -1]);
  return found.every((band) => band !== undefined) ? found : undefined;
}

/** As `bandsByName`, for a method that needs all of these bands. Throws MissingBandsError. */
export function requiredBands(
  stack: Pick<BandStack, 'bands' | 'names'>,
  wanted: readonly BandName[],
  method: ChangeMethod,
): Band[] {
  const found = bandsByName(stack, wanted);
  if (found !== undefined) return found;
  const missing = wanted.filter((name) => !stack.names?.includes(name));
  throw new MissingBandsError(method, missing, stack.names);
}

/** NDVI from which ground counts as vegetated. */
export const vegetatedNdvi = 0.3;
/**
 * The least dNBR (NBR before minus after) of ground that burned with low and with moderate severity:
 * Key & Benson, FIREMON, USDA RMRS-GTR-164-CD, 2006, chapter LA, table LA-2.
 */
export const lowSeverityLoss = 0.1;
export const moderateSeverityLoss = 0.27;

/** (a − b)/(a + b) from −1 to 1; 0 if both bands are 0. Negative reflectance counts as 0. */
export function normalisedDifference(first: Band, second: Band, i: number): number {
  const a = Math.max(0, first[i]);
  const b = Math.max(0, second[i]);
  return a + b > 0 ? (a - b) / (a + b) : 0;
}
