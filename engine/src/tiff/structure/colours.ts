import type { Directory } from './directory.ts';
import type { BlockEncoding } from './encoding.ts';
import type { BandMetadata } from './gdal-metadata.ts';
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
/** GDAL's words for the bands of a picture. */
const rgb = ['Red', 'Green', 'Blue'] as const;
/** Colour maps have 16 bits for each colour. Some writers filled in 8. */
const narrow = 257;

/**
 * Reads the meaning of the bands from PhotometricInterpretation, ExtraSamples and ColorMap. What GDAL's
 * metadata says of a band counts before these.
 */
export async function readColours(
  directory: Directory,
  image: { bandCount: number; encoding: BlockEncoding; bands: readonly BandMetadata[] },
  signal?: AbortSignal,
): Promise<ImageColours> {
  const code = await directory.number(tag.photometric, signal);
  const { bitsPerSample } = image.encoding;
  const isRgb = (code === photometric.rgb || code === photometric.ycbcr) && image.bandCount >= 3;
  const extra = Array.from((await directory.numbers(tag.extraSamples, signal)) ?? []);
  const firstExtra = image.bandCount - extra.length;
  const roles = image.bands.map(({ colour }, band) => {
    if (colour !== undefined) return colour;
    if (isRgb && band < rgb.length) return rgb[band];
    return alphaKinds.includes(extra[band - firstExtra]!) ? 'Alpha' : undefined;
  });
  const alphaBand = roles.indexOf('Alpha');
  return {
    isRgb: rgb.every((name, band) => roles[band] === name),
    alphaBand: alphaBand > 0 ? alphaBand : undefined,
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
