import type { Cog } from './cog.ts';
import { type DataTile, encodeDataTile, pixelState } from './data-tile.ts';
import { paintRgb } from './paint-values.ts';
import type { MapSamples } from './sampled-raster.ts';

/**
 * Pixels along the side of a tile without its border. The border's pixels are those of neighbouring
 * tiles, for interpolation across the edge.
 */
export const dataTilePixels = 512;
export const dataBorderPixels = 1;
/** The largest difference of two samples that can be sent as whole numbers of 16 bits. */
const mostWholeSpan = 65_534;

/**
 * The samples of a tile as numbers for a browser to colour, not compressed. Whole numbers are exact if
 * their span fits into 16 bits. Other numbers are floating-point, and a picture gives its colours.
 */
export function encodeNumbers(samples: MapSamples, cog: Cog): Uint8Array {
  return encodeDataTile({
    ...numbersOf(samples, cog),
    states: samples.states,
    sizePixels: samples.width,
    borderPixels: dataBorderPixels,
  });
}

function numbersOf(samples: MapSamples, cog: Cog): Pick<DataTile, 'numbers' | 'offset' | 'scale'> {
  const [band] = samples.bands;
  const { scale, offset } = cog;
  if (cog.kind === 'rgb') return { numbers: paintRgb(samples, {}), offset: 0, scale: 1 };
  const { minimum = 0, maximum = 0 } = cog.samples ?? {};
  // The numbers of classes are whole, also in a file whose type allows for decimals.
  const isWhole = cog.isWhole || cog.kind === 'categorical';
  if (isWhole && maximum - minimum <= mostWholeSpan) {
    // Numbers are counted from the end that stands for the smallest value, so that the scale is
    // above 0.
    const origin = scale > 0 ? minimum : maximum;
    const numbers = new Uint16Array(band.length);
    for (let index = 0; index < numbers.length; index++) {
      if (samples.states[index] === pixelState.valid)
        numbers[index] = Math.abs(band[index] - origin);
    }
    return { numbers, offset: origin * scale + offset, scale: Math.abs(scale) };
  }
  const origin = farOrigin(minimum * scale + offset, maximum * scale + offset);
  const numbers = new Float32Array(band.length);
  for (let index = 0; index < numbers.length; index++) {
    if (samples.states[index] === pixelState.valid) {
      numbers[index] = band[index] * scale + offset - origin;
    }
  }
  return { numbers, offset: origin, scale: 1 };
}

/**
 * The number from which floating-point ones are counted. Numbers that lie far from 0 and close
 * together, such as times, would lose their differences in 32 bits, so they are counted from one of
 * them. Other numbers are counted from 0.
 */
function farOrigin(one: number, other: number): number {
  const isFar = Math.min(Math.abs(one), Math.abs(other)) > 1000 * Math.abs(other - one);
  return isFar ? one : 0;
}
