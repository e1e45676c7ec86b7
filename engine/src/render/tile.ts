import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { TileAddress } from '../geo/web-mercator.ts';
import type { Grid } from '../raster/grid.ts';
import type { Tiff, TiffImage } from '../tiff/index.ts';
import { type ReadWindowOptions, readWindow, selectOverview } from '../tiff/index.ts';
import { drawClasses } from './draw-classes.ts';
import type { ClassesDrawing, Drawing, TrueColourDrawing } from './drawing.ts';
import { resampleBilinear, type SourceWindow } from './resample.ts';
import {
  gridPixelsPerPixel,
  type TilePositions,
  tilePositions,
  windowUnder,
} from './tile-positions.ts';
import { renderTrueColour } from './true-colour.ts';
import { renderDataTile } from './values/number-tile.ts';
import { cogOf } from './values/open-cog.ts';
import { renderValueTile } from './values/value-tile.ts';

/** zlib's level for tiles of numbers. A higher level hardly makes them smaller. */
const dataTileLevel = 4;

export interface RenderTileOptions {
  /** Pixels along a side; 512 for screens of double density. */
  size?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Renders one Web Mercator tile of a raster.
 *
 * @returns a PNG, or compressed numbers, or null if the tile shows nothing of the raster
 */
export async function renderTile(
  tiff: Tiff,
  drawing: Drawing,
  tile: TileAddress,
  { size = 256, signal }: RenderTileOptions = {},
): Promise<Uint8Array | null> {
  switch (drawing.kind) {
    case 'values':
      return await renderValueTile(cogOf(tiff), tile, { ...drawing, size, signal });
    case 'numbers':
      return await packedDataTile(tiff, tile, signal);
    case 'true-colour':
    case 'classes':
      return await renderPictureTile(tiff, drawing, tile, { size, signal });
  }
}

/** A tile of numbers is compressed once, here, because the caller keeps it. */
async function packedDataTile(
  tiff: Tiff,
  tile: TileAddress,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  const bytes = await renderDataTile(cogOf(tiff), tile, { signal });
  return bytes && gzipSync(bytes, { level: dataTileLevel });
}

async function renderPictureTile(
  tiff: Tiff,
  drawing: TrueColourDrawing | ClassesDrawing,
  tile: TileAddress,
  { size, signal }: { size: number; signal: AbortSignal | undefined },
): Promise<Uint8Array | null> {
  const grid = gridOf(tiff.image);
  const scale = gridPixelsPerPixel(tile, size, grid);
  if (scale === null) return null;
  const image = selectOverview(tiff, Math.hypot(grid.affine[0], grid.affine[3]) * scale);
  const positions = tilePositions(tile, size, gridOf(image));
  if (positions === null) return null;
  // The margin contains the neighbours for bilinear interpolation, or all pixels that one pixel of
  // the tile covers.
  const marginPixels = Math.max(2, Math.ceil(positions.gridPixelsPerPixel));
  const window = windowUnder(positions, image, marginPixels);
  if (window === null) return null;
  const read = async (options: ReadWindowOptions): Promise<SourceWindow> => {
    const { bands } = await readWindow(image, window, { ...options, signal });
    return { ...window, bands };
  };
  switch (drawing.kind) {
    case 'true-colour':
      return trueColourPng(await read({ bands: indicesOf(image, drawing.bands) }), positions);
    case 'classes':
      return drawClasses(await read({}), positions, drawing);
  }
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

function encode(rgba: Uint8ClampedArray, size: number) {
  return sharp(rgba, { raw: { width: size, height: size, channels: 4 } });
}

function gridOf({ width, height, affine, epsg }: TiffImage): Grid {
  if (affine === undefined)
    throw new RangeError('The file does not place its pixels on the ground.');
  return { width, height, affine, epsg };
}

/** Indices of bands by their descriptions. */
function indicesOf(image: TiffImage, names: readonly string[]): number[] {
  const known = image.bands.map(({ description }) => description);
  return names.map((name) => {
    const index = known.indexOf(name);
    if (index >= 0) return index;
    throw new RangeError(`The file has no band named ${name}; it has ${known.join(', ')}.`);
  });
}
