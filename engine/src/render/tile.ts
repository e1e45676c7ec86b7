import sharp from 'sharp';
import type { ChangeKind } from '../change/options.ts';
import type { Grid } from '../raster/grid.ts';
import { bandNames } from '../source/scene.ts';
import type { Tiff, TiffImage } from '../tiff/index.ts';
import { type ReadWindowOptions, readWindow, selectOverview } from '../tiff/index.ts';
import { changeTileColours, renderChange, shownChange } from './change-colours.ts';
import { encodePalettePng } from './palette-png.ts';
import { resampleBilinear, resampleChange, type SourceWindow } from './resample.ts';
import {
  gridPixelsPerPixel,
  type TilePositions,
  tilePositions,
  windowUnder,
} from './tile-positions.ts';
import { renderTrueColour } from './true-colour.ts';
import type { TileAddress } from './web-mercator.ts';

/** The pictures of a run. */
export const tileLayers = ['before', 'after', 'change'] as const;
export type TileLayer = (typeof tileLayers)[number];

export interface RenderTileOptions {
  /** Pixels along a side; 512 for screens of double density. */
  size?: number;
  /** The kinds of change that the change layer shows; all of them when left out. */
  kinds?: readonly ChangeKind[] | undefined;
  signal?: AbortSignal;
}

/**
 * One Web Mercator tile of a run's file (`before.tif`, `after.tif` or `change.tif`).
 *
 * @returns a PNG, or null where the tile shows nothing of the area
 */
export async function renderTile(
  tiff: Tiff,
  layer: TileLayer,
  tile: TileAddress,
  { size = 256, kinds, signal }: RenderTileOptions = {},
): Promise<Uint8Array | null> {
  const grid = gridOf(tiff.image);
  const scale = gridPixelsPerPixel(tile, size, grid);
  if (scale === null) return null;
  const image = selectOverview(tiff, Math.hypot(grid.affine[0], grid.affine[3]) * scale);
  const positions = tilePositions(tile, size, gridOf(image));
  if (positions === null) return null;
  // Beside the centres' own pixels: the neighbours of bilinear, or all that a pixel of the tile covers.
  const marginPixels = Math.max(2, Math.ceil(positions.gridPixelsPerPixel));
  const window = windowUnder(positions, image, marginPixels);
  if (window === null) return null;
  const isChange = layer === 'change';
  const bands: ReadWindowOptions = isChange ? {} : { bands: naturalColourBands(image) };
  const raster = await readWindow(image, window, { ...bands, signal });
  const source: SourceWindow = { ...window, bands: raster.bands };
  return isChange ? changePng(source, positions, kinds) : trueColourPng(source, positions);
}

async function trueColourPng(
  source: SourceWindow,
  positions: TilePositions,
): Promise<Uint8Array | null> {
  const { bands, valid } = resampleBilinear(source, positions);
  if (!valid.includes(1)) return null;
  const [red, green, blue] = bands as [Uint16Array, Uint16Array, Uint16Array];
  const rgba = renderTrueColour({ red, green, blue }, valid);
  return encode(rgba, positions.size).png({ compressionLevel: 3 }).toBuffer();
}

function changePng(
  source: SourceWindow,
  positions: TilePositions,
  kinds: readonly ChangeKind[] | undefined,
): Uint8Array | null {
  const isShown = shownChange(kinds);
  const layer = resampleChange(source, positions, isShown);
  const indices = renderChange(layer, positions.size, isShown);
  return indices ? encodePalettePng(indices, positions.size, changeTileColours) : null;
}

function encode(rgba: Uint8ClampedArray, size: number) {
  return sharp(rgba, { raw: { width: size, height: size, channels: 4 } });
}

function gridOf({ width, height, affine, epsg }: TiffImage): Grid {
  if (affine === undefined)
    throw new RangeError('The file does not place its pixels on the ground.');
  return { width, height, affine, epsg };
}

/** Indices of red, green and blue, which a run's files name in their band descriptions. */
function naturalColourBands(image: TiffImage): number[] {
  return (['red', 'green', 'blue'] as const).map((name) => {
    const index = image.bands.findIndex(({ description }) => description === name);
    if (index < 0) {
      throw new RangeError(
        `The file has no band named ${name}; known names are ${bandNames.join(', ')}.`,
      );
    }
    return index;
  });
}
