import type { Directory } from './directory.ts';
import type { BlockEncoding } from './encoding.ts';
import { tag } from './tags.ts';

/** How an image's bands are used as colours. */
export interface ImageColours {
  /** Whether the first three bands are red, green and blue. */
  readonly isRgb: boolean;
  /** The band that holds opacity; undefined without one. */
  readonly alphaBand: number | undefined;
  /** Red, green and blue, 0 to 255, of each value of the only band; undefined without a colour map. */
  readonly palette: readonly (readonly [number, number, number])[] | undefined;
}

const photometric = { rgb: 2, palette: 3, ycbcr: 6 } as const;
/**
 * Values of ExtraSamples: opacity by which the colours were multiplied, and by which they were not.
 */
const alphaKinds: readonly number[] = [1, 2];
/** Colour maps have 16 bits for each colour. Some writers filled in 8. */
const narrow = 257;

/** Reads the meaning of the bands from PhotometricInterpretation, ExtraSamples and ColorMap. */
export async function readColours(
  directory: Directory,
  image: { bandCount: number; encoding: Pick<BlockEncoding, 'bitsPerSample' | 'isInk'> },
  signal?: AbortSignal,
): Promise<ImageColours> {
  const code = await directory.number(tag.photometric, signal);
  const { bitsPerSample, isInk } = image.encoding;
  // Inks are unpacked to red, green, blue and opacity.
  if (isInk) return { isRgb: true, alphaBand: 3, palette: undefined };
  const isRgb = (code === photometric.rgb || code === photometric.ycbcr) && image.bandCount >= 3;
  const extra = Array.from((await directory.numbers(tag.extraSamples, signal)) ?? []);
  const alpha = extra.findIndex((kind) => alphaKinds.includes(kind));
  const alphaBand = alpha < 0 ? undefined : image.bandCount - extra.length + alpha;
  return {
    isRgb,
    alphaBand: alphaBand !== undefined && alphaBand > 0 ? alphaBand : undefined,
    palette:
      code === photometric.palette && bitsPerSample <= 16
        ? await readPalette(directory, 2 ** bitsPerSample, signal)
        : undefined,
  };
}

async function readPalette(
  directory: Directory,
  size: number,
  signal?: AbortSignal,
): Promise<ImageColours['palette']> {
  const map = await directory.numbers(tag.colorMap, signal);
  if (!map || map.length < 3 * size) return undefined;
  const divisor = map.every((part) => part < 256) ? 1 : narrow;
  const part = (channel: number, index: number) =>
    Math.round(map[channel * size + index] / divisor);
  return Array.from(
    { length: size },
    (_, index) => [part(0, index), part(1, index), part(2, index)] as const,
  );
}
