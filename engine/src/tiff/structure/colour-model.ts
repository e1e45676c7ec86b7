import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

/**
 * How colours that are no red, green and blue lie in pixels of bytes: cyan, magenta, yellow and black,
 * perhaps with more bands that are ignored; or lightness and two opposed colours (CIE L*a*b*).
 */
export type ColourModel =
  | { readonly kind: 'inks' }
  | {
      readonly kind: 'lab';
      /** The chromaticity of white. */
      readonly white: readonly [x: number, y: number];
    };

const photometrics = { inks: 5, lab: 8 } as const;
/** Values of InkSet. Other inks than these four have no known colour. */
const cmyk = 1;
/** The white that libtiff assumes, the illuminant D50. */
const defaultWhite = { x: 96.425, y: 100, z: 82.468 } as const;

/** The colours that GDAL shows as red, green, blue and opacity; undefined for other samples. */
export async function readColourModel(
  directory: Directory,
  image: { photometric: number | undefined; bitsPerSample: number },
  signal?: AbortSignal,
): Promise<ColourModel | undefined> {
  const isPlanar = (await directory.number(tag.planarConfiguration, signal)) === 2;
  if (image.bitsPerSample !== 8 || isPlanar) return undefined;
  const bands = (await directory.number(tag.samplesPerPixel, signal)) ?? 1;
  if (image.photometric === photometrics.inks && bands >= 4) {
    const inkSet = (await directory.number(tag.inkSet, signal)) ?? cmyk;
    return inkSet === cmyk ? { kind: 'inks' } : undefined;
  }
  if (image.photometric !== photometrics.lab || bands !== 3) return undefined;
  return { kind: 'lab', white: await readWhite(directory, signal) };
}

async function readWhite(
  directory: Directory,
  signal: AbortSignal | undefined,
): Promise<readonly [number, number]> {
  const [x, y] = (await directory.numbers(tag.whitePoint, signal)) ?? [];
  if (x !== undefined && y !== undefined && x >= 0 && y > 0) return [x, y];
  const sum = defaultWhite.x + defaultWhite.y + defaultWhite.z;
  return [defaultWhite.x / sum, defaultWhite.y / sum];
}
