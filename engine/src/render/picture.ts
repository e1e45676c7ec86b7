import sharp from 'sharp';
import { worldMeters } from '../geo/web-mercator.ts';
import { rowsOfWindow } from '../raster/window.ts';
import type { Cog } from './cog.ts';
import { isDrawnAsRgb, paintRgb, paintValues } from './paint-values.ts';
import { encodePalettePng, type Rgba } from './palette-png.ts';
import { type MapWindow, placeWindow } from './positions.ts';
import type { ValueStyle } from './rendering.ts';
import { sampleMap } from './sample.ts';

/** A picture of a whole raster in EPSG:3857. */
export interface RasterPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The text of its world file (.pgw), in metres of EPSG:3857. */
  readonly worldFile: string;
}

export interface PictureOptions extends ValueStyle {
  /** Pixels along the longer side, at most. */
  readonly longestSide?: number;
  /** @param share of the rows that are drawn, 0 to 1 */
  readonly onShare?: (share: number) => void;
}

/** Rows that are drawn at a time. */
const rowsAtOnce = 256;

/** A picture of a whole raster, of 4096 pixels along its longer side at most. */
export async function renderPicture(
  cog: Cog,
  { longestSide = 4096, onShare, ...style }: PictureOptions = {},
): Promise<RasterPicture> {
  const window = wholeWindow(cog, longestSide);
  const { width, height } = window;
  const bytesPerPixel = isDrawnAsRgb(cog, style) ? 4 : 1;
  const pixels = new Uint8Array(width * height * bytesPerPixel);
  let colours: readonly Rgba[] = [[0, 0, 0, 0]];
  const whole = { column: 0, row: 0, width, height };
  for (const { row, height: rows } of rowsOfWindow(whole, Number.POSITIVE_INFINITY, rowsAtOnce)) {
    onShare?.(row / height);
    const north = window.north - row * window.pixelMeters;
    const samples = await sampleMap(cog, { ...window, north, height: rows });
    if (!samples) continue;
    if (bytesPerPixel === 4) {
      pixels.set(paintRgb(samples, style), row * width * 4);
    } else {
      const painted = paintValues(samples, cog, style);
      pixels.set(painted.indices, row * width);
      colours = painted.colours;
    }
  }
  const png =
    bytesPerPixel === 4
      ? await sharp(pixels, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer()
      : encodePalettePng(pixels, width, colours);
  return { png, width, height, worldFile: worldFileOf(window) };
}

/** All of a raster, at its own resolution or as fine as the longest side allows. */
function wholeWindow(cog: Cog, longestSide: number): MapWindow {
  const [west, south, east, north] = cog.mercatorBounds;
  const longest = Math.max(east - west, north - south);
  const middle = {
    west: (west + east) / 2,
    north: (south + north) / 2,
    pixelMeters: longest / longestSide,
    width: 1,
    height: 1,
  };
  const pixelsPerPixel = placeWindow(middle, cog)[0]?.gridPixelsPerPixel ?? 1;
  // The picture's pixels are no finer than the raster's own.
  const pixelMeters = middle.pixelMeters / Math.min(1, pixelsPerPixel);
  return {
    west,
    north,
    pixelMeters,
    width: Math.max(1, Math.ceil((east - west) / pixelMeters - 1e-6)),
    height: Math.max(1, Math.ceil((north - south) / pixelMeters - 1e-6)),
  };
}

/** Six lines: pixel width, two rotations, pixel height, and the centre of the upper left pixel. */
function worldFileOf({ west, north, pixelMeters }: MapWindow): string {
  const worlds = Math.floor(west / worldMeters + 0.5) * worldMeters;
  const x = west - worlds + pixelMeters / 2;
  const lines = [pixelMeters, 0, 0, -pixelMeters, x, north - pixelMeters / 2];
  return `${lines.join('\n')}\n`;
}
