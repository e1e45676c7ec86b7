import { parseArgs } from 'node:util';
import {
  type ChangeMethod,
  defaultDetectOptions,
  type LandCover,
} from '@refugia/engine/change/index.ts';
import { type BandName, bandNames } from '@refugia/engine/source/scene.ts';
import { messageOf } from '../../server/src/platform/thrown.ts';

const methods = [
  'automatic',
  'irmad',
  'lda',
  'ndvi',
  'nbr',
] as const satisfies readonly ChangeMethod[];
const landCovers = [
  'forest',
  'scrub',
  'desert',
  'wetland',
  'grassland',
] as const satisfies readonly LandCover[];

export const usage = `Usage: npm run detect -- BEFORE.tif AFTER.tif --out CHANGE.tif [options]

Finds what changed between two co-registered GeoTIFFs of one size and the same bands, of any sensor.
Writes a one-band GeoTIFF (0 unchanged, 1 changed, 255 unobserved) and prints a JSON summary.

  --out FILE         the change mask to write
  --bands LIST       bands to compare, from 1, in this order: --bands 1,2,3 (default: all)
  --names LIST       what these bands are: ${bandNames.join(', ')},
                     or - where a band is none of them (default: unknown)
  --method NAME      ${methods.join(', ')} (default: ${defaultDetectOptions.method});
                     lda needs all six bands named, ndvi red and nir, nbr nir and swir2
  --land-cover NAME  for lda: ${landCovers.join(', ')}
                     (default: ${defaultDetectOptions.landCover})
  --nodata NUMBER    value of pixels without data (default: what each file says)
  --min-patch COUNT  smallest patch kept, in pixels (default: ${defaultDetectOptions.smallestPatchPixels})
  --keep-margins     keep change beside masked areas that looks like a cloud's rim or shadow
  --help             this text
`;

/** The error for a command line that does not follow `usage`. */
export class UsageError extends Error {}

export interface DetectRequest {
  readonly beforePath: string;
  readonly afterPath: string;
  readonly outPath: string;
  /** The indices of the compared bands, from 0; undefined for all bands. */
  readonly bands: readonly number[] | undefined;
  readonly names: readonly (BandName | undefined)[] | undefined;
  readonly method: ChangeMethod;
  readonly landCover: LandCover;
  readonly nodata: number | undefined;
  readonly smallestPatchPixels: number;
  readonly blankMaskMargins: boolean;
}

/**
 * Reads the command line of `npm run detect`.
 * @throws {UsageError} with the value that is wrong
 */
export function parseDetectArguments(args: readonly string[]): DetectRequest | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [beforePath, afterPath, ...others] = positionals;
  if (beforePath === undefined || afterPath === undefined) {
    throw new UsageError('Two files are needed: the picture before and the picture after.');
  }
  if (others.length > 0) throw new UsageError(`Too many files: ${others.join(' ')}`);
  if (!values.out) throw new UsageError('--out is needed: the file to write the change mask to.');
  const bands = values.bands === undefined ? undefined : bandList(values.bands);
  const names = values.names === undefined ? undefined : nameList(values.names);
  if (bands && names && bands.length !== names.length) {
    throw new UsageError(
      `--names gives ${names.length} names for the ${bands.length} bands of --bands.`,
    );
  }
  return {
    beforePath,
    afterPath,
    outPath: values.out,
    bands,
    names,
    method: oneOf('method', methods, values.method, defaultDetectOptions.method),
    landCover: oneOf(
      'land-cover',
      landCovers,
      values['land-cover'],
      defaultDetectOptions.landCover,
    ),
    nodata: values.nodata === undefined ? undefined : nodataValue(values.nodata),
    smallestPatchPixels:
      values['min-patch'] === undefined
        ? defaultDetectOptions.smallestPatchPixels
        : patchSize(values['min-patch']),
    blankMaskMargins: !values['keep-margins'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: joinDashedValues(args),
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        bands: { type: 'string' },
        names: { type: 'string' },
        method: { type: 'string' },
        'land-cover': { type: 'string' },
        nodata: { type: 'string' },
        'min-patch': { type: 'string' },
        'keep-margins': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** `parseArgs` takes the -9999 of "--nodata -9999" for an option. Written with "=" it is a value. */
function joinDashedValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of args) {
    const option = joined.at(-1);
    if ((option === '--nodata' || option === '--names') && /^-[^-]/.test(argument)) {
      joined[joined.length - 1] = `${option}=${argument}`;
    } else {
      joined.push(argument);
    }
  }
  return joined;
}

function bandList(text: string): number[] {
  const bands = text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) - 1 : -1));
  if (bands.some((band) => band < 0)) {
    throw new UsageError(`--bands takes band numbers from 1, as in 1,2,3; got "${text}".`);
  }
  if (new Set(bands).size !== bands.length) {
    throw new UsageError(`--bands names a band twice: "${text}".`);
  }
  return bands;
}

function nameList(text: string): (BandName | undefined)[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    if (name === '-' || name === '') return undefined;
    const known = bandNames.find((bandName) => bandName === name);
    if (known === undefined) {
      throw new UsageError(`--names knows ${bandNames.join(', ')} and -; got "${name}".`);
    }
    return known;
  });
}

function oneOf<T extends string>(
  option: string,
  known: readonly T[],
  text: string | undefined,
  usual: T,
): T {
  if (text === undefined) return usual;
  const found = known.find((name) => name === text);
  if (found === undefined) {
    throw new UsageError(`--${option} is one of ${known.join(', ')}; got "${text}".`);
  }
  return found;
}

function nodataValue(text: string): number {
  const value = text.trim().toLowerCase() === 'nan' ? Number.NaN : Number(text);
  if (text.trim() === '' || (Number.isNaN(value) && !/nan/i.test(text))) {
    throw new UsageError(`--nodata takes a number or nan; got "${text}".`);
  }
  return value;
}

function patchSize(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new UsageError(`--min-patch takes a whole number of pixels from 1; got "${text}".`);
  }
  return value;
}
