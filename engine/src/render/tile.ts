import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { TileAddress } from '../geo/web-mercator.ts';
import type { Tiff } from '../tiff/index.ts';
import { type Cog, cogOf, resultOf } from './cog.ts';
import { type DataTile, encodeDataTile, pixelState } from './data-tile.ts';
import { paintClasses } from './paint-classes.ts';
import { isDrawnAsRgb, paintRgb, paintValues } from './paint-values.ts';
import { encodePalettePng } from './palette-png.ts';
import { type MapWindow, tileWindow } from './positions.ts';
import type { ClassesRendering, Rendering, ValueStyle } from './rendering.ts';
import { sampleMap } from './sample.ts';
import type { MapSamples } from './sampled-raster.ts';
import { renderTrueColour } from './true-colour.ts';

/** zlib's level for pictures, which are sent once. */
const pictureLevel = 3;
/** zlib's level for tiles of numbers. A higher level hardly makes them smaller. */
const dataTileLevel = 4;

export interface RenderTileOptions {
  /** Pixels along a side; 512 for screens of double density. */
  size?: number;
}

/**
 * Renders one Web Mercator tile of a raster: places the tile on the raster, samples the raster there and
 * paints the samples.
 *
 * @returns a PNG, or compressed numbers, or null if the tile shows nothing of the raster
 */
export async function renderTile(
  tiff: Tiff,
  rendering: Rendering,
  tile: TileAddress,
  { size = 256 }: RenderTileOptions = {},
): Promise<Uint8Array | null> {
  switch (rendering.kind) {
    case 'values':
      return await drawValues(tiff, rendering, tileWindow(tile, size));
    case 'numbers':
      return await drawNumbers(tiff, tileWindow(tile, dataTilePixels, dataBorderPixels));
    case 'true-colour':
      return await drawTrueColour(tiff, tileWindow(tile, size));
    case 'classes':
      return await drawClasses(tiff, rendering, tileWindow(tile, size));
  }
}

async function drawValues(
  tiff: Tiff,
  style: ValueStyle,
  window: MapWindow,
): Promise<Uint8Array | null> {
  const cog = cogOf(tiff);
  const samples = await sampleMap(cog, window);
  if (!samples) return null;
  if (isDrawnAsRgb(cog, style)) return await encodeRgba(paintRgb(samples, style), window);
  const { indices, colours } = paintValues(samples, cog, style);
  return encodePalettePng(indices, window.width, colours, pictureLevel);
}

/** The numbers are compressed once, here, because the caller keeps them. */
async function drawNumbers(tiff: Tiff, window: MapWindow): Promise<Uint8Array | null> {
  const cog = cogOf(tiff);
  const samples = await sampleMap(cog, window);
  return samples ? gzipSync(encodeNumbers(samples, cog), { level: dataTileLevel }) : null;
}

async function drawTrueColour(tiff: Tiff, window: MapWindow): Promise<Uint8Array | null> {
  const samples = await sampleMap(resultOf(tiff, 'rgb'), window);
  const valid = samples?.states.map((state) => (state === pixelState.valid ? 1 : 0));
  if (!samples || !valid?.includes(1)) return null;
  const [red, green, blue] = samples.bands;
  return await encodeRgba(renderTrueColour({ red, green, blue }, valid), window);
}

async function drawClasses(
  tiff: Tiff,
  rendering: ClassesRendering,
  window: MapWindow,
): Promise<Uint8Array | null> {
  const prevailing = rendering.classes.filter(({ prevails }) => prevails).map(({ code }) => code);
  const samples = await sampleMap(resultOf(tiff, 'categorical'), window, prevailing);
  return samples ? paintClasses(samples, rendering) : null;
}

async function encodeRgba(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height }: MapWindow,
): Promise<Uint8Array> {
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: pictureLevel })
    .toBuffer();
}

/**
 * Pixels along the side of a tile without its border. The border's pixels are those of neighbouring
 * tiles, for interpolation across the edge.
 */
const dataTilePixels = 512;
const dataBorderPixels = 1;
/** The largest difference of two samples that can be sent as whole numbers of 16 bits. */
const mostWholeSpan = 65_534;

/**
 * The samples of a tile as numbers for a browser to colour, not compressed. Whole numbers are exact if
 * their span fits into 16 bits. Other numbers are floating-point, and a picture gives its colours.
 */
function encodeNumbers(samples: MapSamples, cog: Cog): Uint8Array {
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
