import type { TileAddress } from '../../geo/web-mercator.ts';
import { type DataTile, encodeDataTile, pixelState } from '../data-tile.ts';
import { tileWindow } from './mercator-window.ts';
import type { Cog } from './open-cog.ts';
import { type MapSamples, sampleMap } from './sample-map.ts';
import { paintTrueColour } from './style.ts';

/**
 * Pixels along the side of a tile without its border. The border's pixels are those of neighbouring
 * tiles, for interpolation across the edge.
 */
export const dataTilePixels = 512;
const borderPixels = 1;
/** The largest difference of two samples that can be sent as whole numbers of 16 bits. */
const mostWholeSpan = 65_534;

/**
 * One Web Mercator tile of a raster's numbers, for a browser to colour, not compressed. Whole
 * numbers are exact if their span fits into 16 bits. Other numbers are floating-point, and a
 * picture gives its colours.
 *
 * @returns null where the tile shows nothing of the raster
 */
export async function renderDataTile(
  cog: Cog,
  tile: TileAddress,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array | null> {
  const samples = await sampleMap(cog, tileWindow(tile, dataTilePixels, borderPixels), signal);
  if (!samples) return null;
  const { states } = samples;
  const sizePixels = dataTilePixels + 2 * borderPixels;
  return encodeDataTile({ ...numbersOf(samples, cog), states, sizePixels, borderPixels });
}

function numbersOf(samples: MapSamples, cog: Cog): Pick<DataTile, 'numbers' | 'offset' | 'scale'> {
  const [band] = samples.bands as [Float64Array];
  const { scale, offset } = cog;
  if (cog.kind === 'rgb') return { numbers: paintTrueColour(samples, {}), offset: 0, scale: 1 };
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
