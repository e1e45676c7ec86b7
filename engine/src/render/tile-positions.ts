import { type CoordinateTransform, coordinateTransform } from '../crs/transform.ts';
import { type TileAddress, tileBounds, webMercatorEpsg, worldMeters } from '../geo/web-mercator.ts';
import { invertAffine, pixelToCrs } from '../raster/affine.ts';
import type { Affine, Grid, Window } from '../raster/grid.ts';

/** Where the centres of a tile's pixels lie on a source grid, in that grid's pixels. */
export interface TilePositions {
  readonly size: number;
  /** NaN for pixels that lie beside the grid. */
  readonly columns: Float64Array;
  readonly rows: Float64Array;
  /** How many pixels of the grid one pixel of the tile covers along a side. */
  readonly gridPixelsPerPixel: number;
}

/** [west, south, east, north] in EPSG:3857 metres. */
type Bounds = readonly [number, number, number, number];

/**
 * The bounds of a grid on the map, from points along its edges. If it lies across the antimeridian,
 * the east is beyond the world's square. Throws if it has no CRS.
 */
function mercatorBounds(grid: Grid): Bounds {
  const toMercator = coordinateTransform(epsgOf(grid), webMercatorEpsg);
  const steps = 16;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const column = (grid.width * step) / steps;
    const row = (grid.height * step) / steps;
    for (const [edgeColumn, edgeRow] of [
      [column, 0],
      [column, grid.height],
      [0, row],
      [grid.width, row],
    ] as const) {
      const [x, y] = toMercator(...pixelToCrs(grid.affine, edgeColumn, edgeRow));
      xs.push(x);
      ys.push(y);
    }
  }
  const isAcross = Math.max(...xs) - Math.min(...xs) > worldMeters / 2;
  const unwrapped = isAcross ? xs.map((x) => (x < 0 ? x + worldMeters : x)) : xs;
  return [Math.min(...unwrapped), Math.min(...ys), Math.max(...unwrapped), Math.max(...ys)];
}

/**
 * The position of every pixel centre of a tile on `grid`. It is exact at nodes and bilinear between
 * them (within 0.02 pixels of the tile, compared with a transform of each pixel). Only positions
 * inside the grid's bounds are computed, because a projected CRS has no meaning far from its zone.
 *
 * @returns null if the tile lies beside the grid
 */
export function tilePositions(tile: TileAddress, size: number, grid: Grid): TilePositions | null {
  const parts = partsInside(tile, size, mercatorBounds(grid));
  if (parts.length === 0) return null;
  const toGrid = tileToGrid(tile, size, grid);
  const columns = new Float64Array(size * size).fill(Number.NaN);
  const rows = new Float64Array(size * size).fill(Number.NaN);
  for (const part of parts) {
    placePart(part, transformNodes(part, nodeSpacing(tile), toGrid), { size, columns, rows });
  }
  return { size, columns, rows, gridPixelsPerPixel: scaleAt(parts[0], toGrid) };
}

function placePart(
  part: Window,
  nodes: ReturnType<typeof transformNodes>,
  { size, columns, rows }: Pick<TilePositions, 'size' | 'columns' | 'rows'>,
): void {
  const { across } = nodes;
  const bilinear = (values: Float64Array, corner: number, right: number, down: number): number => {
    const upper = values[corner] * (1 - right) + values[corner + 1] * right;
    const lower = values[corner + across] * (1 - right) + values[corner + across + 1] * right;
    return upper * (1 - down) + lower * down;
  };
  for (let y = 0; y < part.height; y++) {
    const nodeY = (y + 0.5) / nodes.spacing;
    const top = Math.floor(nodeY);
    for (let x = 0; x < part.width; x++) {
      const nodeX = (x + 0.5) / nodes.spacing;
      const left = Math.floor(nodeX);
      const corner = top * across + left;
      const index = (part.row + y) * size + part.column + x;
      columns[index] = bilinear(nodes.columns, corner, nodeX - left, nodeY - top);
      rows[index] = bilinear(nodes.rows, corner, nodeX - left, nodeY - top);
    }
  }
}

/**
 * How many pixels of the grid one pixel of a tile covers along a side; null if the tile lies beside
 * the grid.
 */
export function gridPixelsPerPixel(tile: TileAddress, size: number, grid: Grid): number | null {
  const [part] = partsInside(tile, size, mercatorBounds(grid));
  return part ? scaleAt(part, tileToGrid(tile, size, grid)) : null;
}

/** Pixels between nodes. At closer zooms the transform across one tile is straighter. */
function nodeSpacing({ z }: TileAddress): number {
  return Math.min(32, Math.max(1, 2 ** (z - 5)));
}

/**
 * The parts of a tile that may lie on the grid. A tile may meet a grid across the antimeridian on
 * both of its sides.
 */
function partsInside(
  tile: TileAddress,
  size: number,
  [west, south, east, north]: Bounds,
): Window[] {
  const worlds = east > worldMeters / 2 ? [0, worldMeters] : [0];
  return worlds.flatMap((world) => {
    const bounds = [west - world, south, east - world, north] as const;
    return pixelsInside(tile, size, bounds) ?? [];
  });
}

function pixelsInside(tile: TileAddress, size: number, bounds: Bounds): Window | null {
  const [west, , east, north] = tileBounds(tile);
  const pixelMeters = (east - west) / size;
  const column = Math.max(0, Math.floor((bounds[0] - west) / pixelMeters));
  const row = Math.max(0, Math.floor((north - bounds[3]) / pixelMeters));
  const endColumn = Math.min(size, Math.ceil((bounds[2] - west) / pixelMeters));
  const endRow = Math.min(size, Math.ceil((north - bounds[1]) / pixelMeters));
  if (!(endColumn > column && endRow > row)) return null;
  return { column, row, width: endColumn - column, height: endRow - row };
}

/** The exact transform from positions in the tile's pixels to positions in the grid's. */
function tileToGrid(tile: TileAddress, size: number, grid: Grid): CoordinateTransform {
  const [west, , east, north] = tileBounds(tile);
  const pixelMeters = (east - west) / size;
  const toCrs = coordinateTransform(webMercatorEpsg, epsgOf(grid));
  const toPixel: Affine = invertAffine(grid.affine);
  return (x, y) => pixelToCrs(toPixel, ...toCrs(west + x * pixelMeters, north - y * pixelMeters));
}

function transformNodes(part: Window, spacing: number, toGrid: CoordinateTransform) {
  const across = Math.ceil(part.width / spacing) + 1;
  const down = Math.ceil(part.height / spacing) + 1;
  const columns = new Float64Array(across * down);
  const rows = new Float64Array(across * down);
  for (let nodeRow = 0; nodeRow < down; nodeRow++) {
    for (let nodeColumn = 0; nodeColumn < across; nodeColumn++) {
      const index = nodeRow * across + nodeColumn;
      const [column, row] = toGrid(
        part.column + nodeColumn * spacing,
        part.row + nodeRow * spacing,
      );
      columns[index] = column;
      rows[index] = row;
    }
  }
  return { spacing, across, columns, rows };
}

function scaleAt(part: Window, toGrid: CoordinateTransform): number {
  const x = part.column + part.width / 2;
  const y = part.row + part.height / 2;
  const [column, row] = toGrid(x, y);
  const [rightColumn, rightRow] = toGrid(x + 1, y);
  const [downColumn, downRow] = toGrid(x, y + 1);
  return Math.max(
    Math.hypot(rightColumn - column, rightRow - row),
    Math.hypot(downColumn - column, downRow - row),
  );
}

function epsgOf({ epsg }: Grid): number {
  if (epsg === undefined) {
    throw new RangeError('A grid without a coordinate system can not be placed on a map tile.');
  }
  return epsg;
}

/**
 * The part of a source grid that a tile shows, widened by `marginPixels` and cut to the grid;
 * null when the tile lies beside it.
 */
export function windowUnder(
  { columns, rows }: TilePositions,
  grid: { width: number; height: number },
  marginPixels: number,
): Window | null {
  const [firstColumn, lastColumn] = range(columns);
  const [firstRow, lastRow] = range(rows);
  const column = Math.max(0, Math.floor(firstColumn) - marginPixels);
  const row = Math.max(0, Math.floor(firstRow) - marginPixels);
  const endColumn = Math.min(grid.width, Math.ceil(lastColumn) + marginPixels);
  const endRow = Math.min(grid.height, Math.ceil(lastRow) + marginPixels);
  if (!(endColumn > column && endRow > row)) return null;
  return { column, row, width: endColumn - column, height: endRow - row };
}

/** Smallest and largest value, NaN left out. */
function range(values: Float64Array): [number, number] {
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  return [smallest, largest];
}
