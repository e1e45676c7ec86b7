import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { TileAddress } from '../geo/web-mercator.ts';
import type { Tiff } from '../tiff/index.ts';
import { cogOf, resultOf } from './cog.ts';
import { pixelState } from './data-tile.ts';
import { dataBorderPixels, dataTilePixels, encodeNumbers } from './number-tile.ts';
import { paintClasses } from './paint-classes.ts';
import { isDrawnAsRgb, paintRgb, paintValues } from './paint-values.ts';
import { encodePalettePng } from './palette-png.ts';
import { type MapWindow, tileWindow } from './positions.ts';
import type { ClassesRendering, Rendering, ValueStyle } from './rendering.ts';
import { sampleMap } from './sample.ts';
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
