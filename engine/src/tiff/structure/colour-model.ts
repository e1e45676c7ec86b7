import type { Directory } from './directory.ts';
import { type PackedColours, readPackedColours } from './packed-colours.ts';
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

/** Colours whose bands lie apart: each plane holds one of them. */
export type PlaneColours =
  | { readonly kind: 'inks' }
  | { readonly kind: 'ycbcr'; readonly packed: PackedColours };

/** The colours that become red, green, blue and opacity; at most one is defined. */
export interface ColourEncoding {
  /** How YCbCr colours lie in blocks that no picture codec unpacks; undefined for other samples. */
  readonly packedColours: PackedColours | undefined;
  /** Other colours of whole pixels in blocks; undefined for other samples. */
  readonly colourModel: ColourModel | undefined;
  /**
   * Colours whose bands lie apart. Their blocks hold plain samples, which become colours when all bands of
   * a pixel have been read. Undefined for other samples.
   */
  readonly planeColours: PlaneColours | undefined;
}

const photometrics = { inks: 5, lab: 8 } as const;
/** Values of InkSet. Other inks than these four have no known colour. */
const cmyk = 1;
/** The white that libtiff assumes, the illuminant D50. */
const defaultWhite = { x: 96.425, y: 100, z: 82.468 } as const;

/**
 * Reads which colours become red, green, blue and opacity, and where they lie. Rejects with TiffError
 * YCbCr colours that can't be unpacked.
 *
 * @param image.isPacked whether YCbCr colours lie in blocks that no picture codec unpacks
 */
export async function readColourEncoding(
  directory: Directory,
  image: { photometric: number | undefined; bitsPerSample: number; isPacked: boolean },
  signal?: AbortSignal,
): Promise<ColourEncoding> {
  const packed = image.isPacked ? await readPackedColours(directory, signal) : undefined;
  const colourModel = await readColourModel(directory, image, signal);
  const isPlanar = (await directory.number(tag.planarConfiguration, signal)) === 2;
  if (!isPlanar) return { packedColours: packed, colourModel, planeColours: undefined };
  const inks = colourModel?.kind === 'inks' ? colourModel : undefined;
  const planeColours = packed ? ({ kind: 'ycbcr', packed } as const) : inks;
  return { packedColours: undefined, colourModel: undefined, planeColours };
}

/**
 * The colours that GDAL shows as red, green, blue and opacity; undefined for other samples. Of bands that
 * lie apart it shows four inks.
 */
async function readColourModel(
  directory: Directory,
  image: { photometric: number | undefined; bitsPerSample: number },
  signal?: AbortSignal,
): Promise<ColourModel | undefined> {
  if (image.bitsPerSample !== 8) return undefined;
  const isPlanar = (await directory.number(tag.planarConfiguration, signal)) === 2;
  const bands = (await directory.number(tag.samplesPerPixel, signal)) ?? 1;
  if (image.photometric === photometrics.inks && (isPlanar ? bands === 4 : bands >= 4)) {
    const inkSet = (await directory.number(tag.inkSet, signal)) ?? cmyk;
    return inkSet === cmyk ? { kind: 'inks' } : undefined;
  }
  if (image.photometric !== photometrics.lab || bands !== 3 || isPlanar) return undefined;
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
