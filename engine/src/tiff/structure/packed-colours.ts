import { TiffError } from '../errors.ts';
import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

/**
 * Colours as brightness and two differences (YCbCr), without the compression that would undo it. Blue and
 * red differences may be shared by several pixels, which lie together in one unit.
 */
export interface PackedColours {
  /** Pixels of a unit from left to right, and from top to bottom. */
  readonly across: number;
  readonly down: number;
  /** The shares of red, green and blue in the brightness. */
  readonly shares: readonly [number, number, number];
  /** The codes of black and white of the brightness and of both differences. */
  readonly reference: readonly number[];
}

/** The shares of CCIR 601-1, which TIFF 6.0 (section 21) assumes if a file gives none. */
const defaultShares = [0.299, 0.587, 0.114];
const defaultReference = [0, 255, 128, 255, 128, 255];
const unitSides: readonly number[] = [1, 2, 4];

/** Reads how YCbCr colours are packed. Rejects with TiffError what can't be unpacked. */
export async function readPackedColours(
  directory: Directory,
  signal?: AbortSignal,
): Promise<PackedColours> {
  const [across = 2, down = across] = (await directory.numbers(tag.ycbcrSubsampling, signal)) ?? [];
  const shares = Array.from(
    (await directory.numbers(tag.ycbcrCoefficients, signal)) ?? defaultShares,
  );
  const reference = Array.from(
    (await directory.numbers(tag.referenceBlackWhite, signal)) ?? defaultReference,
  );
  const [red, green, blue] = shares;
  const isWhole =
    unitSides.includes(across) &&
    unitSides.includes(down) &&
    (red ?? 0) > 0 &&
    (green ?? 0) > 0 &&
    (blue ?? 0) > 0 &&
    reference.length >= 6 &&
    reference.every(Number.isFinite);
  if (!isWhole) {
    throw new TiffError(
      'damaged',
      'The YCbCr colours are described in a way that is not possible.',
    );
  }
  const isPlanar = (await directory.number(tag.planarConfiguration, signal)) === 2;
  const bands = (await directory.number(tag.samplesPerPixel, signal)) ?? 1;
  const bits = (await directory.number(tag.bitsPerSample, signal)) ?? 1;
  const isShared = across * down > 1;
  if ((isPlanar && isShared) || bands !== 3 || bits !== 8) {
    throw new TiffError(
      'unsupported',
      'YCbCr colours without JPEG compression are read with three bands of 8 bits; where the bands lie apart, each pixel must have its own differences.',
    );
  }
  return { across, down, shares: [red!, green!, blue!], reference };
}

/** The bytes of some rows: each unit has its pixels' brightness and two differences. */
export function packedColourBytes(
  { across, down }: PackedColours,
  width: number,
  rows: number,
): number {
  return Math.ceil(width / across) * Math.ceil(rows / down) * (across * down + 2);
}
