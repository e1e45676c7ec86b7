import type { Crs } from '../crs/crs.ts';
import {
  latitudeOf,
  type TileAddress,
  tileBounds,
  webMercatorEpsg,
  worldMeters,
  worldPosition,
} from '../geo/web-mercator.ts';
import type { LonLatBounds } from '../raster/footprint.ts';
import { type Affine, invertAffine, pixelToCrs, type Window } from '../raster/grid.ts';

/** A rectangle of pixels on the Web Mercator map. */
export interface MapWindow {
  /** Its edges, in EPSG:3857 metres. */
  readonly west: number;
  readonly north: number;
  readonly pixelMeters: number;
  readonly width: number;
  readonly height: number;
}

/** A tile, with a border of pixels of its neighbours around it. */
export function tileWindow(tile: TileAddress, size: number, borderPixels = 0): MapWindow {
  const [west, , east, north] = tileBounds(tile);
  const pixelMeters = (east - west) / size;
  return {
    west: west - borderPixels * pixelMeters,
    north: north + borderPixels * pixelMeters,
    pixelMeters,
    width: size + 2 * borderPixels,
    height: size + 2 * borderPixels,
  };
}

/** Where a raster lies on the map. */
export interface PlacedRaster {
  readonly affine: Affine;
  readonly crs: Pick<Crs, 'epsg' | 'fromLonLat'>;
  /**
   * [west, south, east, north] in EPSG:3857 metres, beyond the world's square where the raster reaches
   * across the antimeridian or counts longitudes from 0 to 360.
   */
  readonly mercatorBounds: readonly [number, number, number, number];
}

/** Bounds in degrees as bounds in EPSG:3857 metres. */
export function mercatorBounds([west, south, east, north]: LonLatBounds): [
  number,
  number,
  number,
  number,
] {
  const place = (longitude: number, latitude: number) => {
    const [x, y] = worldPosition(longitude, latitude);
    return [(x - 0.5) * worldMeters, (0.5 - y) * worldMeters] as const;
  };
  return [...place(west, south), ...place(east, north)];
}

/** A part of a map window that may show a raster, and where the centres of its pixels lie on it. */
export interface PlacedPart {
  /** In pixels of the map window. */
  readonly part: Window;
  /** In pixels of the full image, row by row; NaN where the projection doesn't reach. */
  readonly columns: Float64Array;
  readonly rows: Float64Array;
  /** How many pixels of the full image one of the map covers along a side. */
  readonly gridPixelsPerPixel: number;
}

type ToGrid = (column: number, row: number) => [column: number, row: number];

/** The largest error of positions, as a share of a pixel that is drawn. */
const toleratedPixels = 1e-6;
const widestSpacing = 64;
/** Grids count longitudes between −360 and 720. */
const copiesOfTheWorld = [-2, -1, 0, 1, 2];

/**
 * Finds where the pixels of a map window lie on a raster; no parts if they lie beside it. Several
 * copies of the world can meet a raster that crosses the antimeridian or spans more than the world.
 */
export function placeWindow(window: MapWindow, raster: PlacedRaster): PlacedPart[] {
  return copiesOfTheWorld.flatMap((world) => {
    const part = partInside(window, raster.mercatorBounds, world * worldMeters);
    if (!part) return [];
    const toGrid = gridTransform(window, raster, world * worldMeters);
    const gridPixelsPerPixel = scaleAt(part, toGrid);
    const tolerance = toleratedPixels * Math.max(1, gridPixelsPerPixel);
    return [{ part, ...positionsOf(part, toGrid, tolerance), gridPixelsPerPixel }];
  });
}

/** A grid on the ground, whose pixels are placed on another raster. */
export interface PlacedGrid extends Pick<PlacedRaster, 'affine' | 'mercatorBounds'> {
  readonly crs: Pick<Crs, 'epsg' | 'fromLonLat' | 'toLonLat'>;
}

/**
 * Finds where the pixels of a part of a grid lie on a raster, as `placeWindow` does for the map. There are
 * several places where one of the two counts longitudes beyond ±180.
 */
export function placeGrid(part: Window, grid: PlacedGrid, raster: PlacedRaster): PlacedPart[] {
  const toPixel = invertAffine(raster.affine);
  const isSameCrs = grid.crs.epsg !== undefined && grid.crs.epsg === raster.crs.epsg;
  const isBeyond = [grid, raster].some(
    ({ mercatorBounds: [west, , east] }) => Math.max(-west, east) > worldMeters / 2,
  );
  const worlds = isBeyond && !isSameCrs ? copiesOfTheWorld : [0];
  return worlds.map((world) => {
    const toGrid: ToGrid = (column, row) => {
      const [x, y] = pixelToCrs(grid.affine, column, row);
      if (isSameCrs) return pixelToCrs(toPixel, x, y);
      const [longitude, latitude] = grid.crs.toLonLat(x, y);
      return pixelToCrs(toPixel, ...raster.crs.fromLonLat(longitude + 360 * world, latitude));
    };
    const gridPixelsPerPixel = scaleAt(part, toGrid);
    const tolerance = toleratedPixels * Math.max(1, gridPixelsPerPixel);
    const placed = { column: 0, row: 0, width: part.width, height: part.height };
    return { part: placed, ...positionsOf(part, toGrid, tolerance), gridPixelsPerPixel };
  });
}

/** The pixels of a window inside of bounds, after it has been moved by whole worlds. */
function partInside(
  { west, north, pixelMeters, width, height }: MapWindow,
  [left, bottom, right, top]: PlacedRaster['mercatorBounds'],
  shiftMeters: number,
): Window | undefined {
  // The part gets one more pixel on each side, because bounds are only as exact as their nodes.
  const column = Math.max(0, Math.floor((left - shiftMeters - west) / pixelMeters) - 1);
  const row = Math.max(0, Math.floor((north - top) / pixelMeters) - 1);
  const endColumn = Math.min(width, Math.ceil((right - shiftMeters - west) / pixelMeters) + 1);
  const endRow = Math.min(height, Math.ceil((north - bottom) / pixelMeters) + 1);
  if (!(endColumn > column && endRow > row)) return undefined;
  return { column, row, width: endColumn - column, height: endRow - row };
}

/** The exact transform from positions in a window's pixels to positions in the full image's. */
function gridTransform(
  window: MapWindow,
  { affine, crs }: PlacedRaster,
  shiftMeters: number,
): ToGrid {
  const toPixel = invertAffine(affine);
  const { west, north, pixelMeters } = window;
  const isWebMercator = crs.epsg === webMercatorEpsg;
  return (column, row) => {
    const x = west + column * pixelMeters + shiftMeters;
    const y = north - row * pixelMeters;
    if (isWebMercator) return pixelToCrs(toPixel, x, y);
    const longitude = (x / worldMeters) * 360;
    return pixelToCrs(toPixel, ...crs.fromLonLat(longitude, latitudeOf(0.5 - y / worldMeters)));
  };
}

function scaleAt(part: Window, toGrid: ToGrid): number {
  const x = part.column + part.width / 2;
  const y = part.row + part.height / 2;
  const [column, row] = toGrid(x, y);
  const [rightColumn, rightRow] = toGrid(x + 1, y);
  const [downColumn, downRow] = toGrid(x, y + 1);
  const scale = Math.max(
    Math.hypot(rightColumn - column, rightRow - row),
    Math.hypot(downColumn - column, downRow - row),
  );
  return Number.isFinite(scale) ? scale : 1;
}

/**
 * Positions of a part's pixel centres. They are exact at nodes and cubic between them if that is
 * accurate enough. Otherwise the nodes are closer together, down to one for each pixel.
 */
function positionsOf(
  part: Window,
  toGrid: ToGrid,
  tolerance: number,
): { columns: Float64Array; rows: Float64Array } {
  for (let spacing = widestSpacing; spacing > 2; spacing /= 2) {
    const nodes = nodesOf(part, spacing, toGrid);
    if (isGoodEnough(nodes, toGrid, tolerance)) {
      return { columns: interpolate(nodes, nodes.columns), rows: interpolate(nodes, nodes.rows) };
    }
  }
  return exactPositions(part, toGrid);
}

function exactPositions({ column, row, width, height }: Window, toGrid: ToGrid) {
  const columns = new Float64Array(width * height);
  const rows = new Float64Array(width * height);
  for (let index = 0; index < columns.length; index++) {
    const y = Math.floor(index / width);
    const [gridColumn, gridRow] = toGrid(column + (index % width) + 0.5, row + y + 0.5);
    columns[index] = gridColumn;
    rows[index] = gridRow;
  }
  return { columns, rows };
}

/** A lattice of nodes that extends one node beyond the part on all sides. */
interface Nodes {
  readonly part: Window;
  readonly spacing: number;
  readonly across: number;
  readonly down: number;
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

function nodesOf(part: Window, spacing: number, toGrid: ToGrid): Nodes {
  const across = Math.ceil(part.width / spacing) + 3;
  const down = Math.ceil(part.height / spacing) + 3;
  const columns = new Float64Array(across * down);
  const rows = new Float64Array(across * down);
  for (let index = 0; index < columns.length; index++) {
    const nodeRow = Math.floor(index / across);
    const [column, row] = toGrid(
      part.column + ((index % across) - 1) * spacing,
      part.row + (nodeRow - 1) * spacing,
    );
    columns[index] = column;
    rows[index] = row;
  }
  return { part, spacing, across, down, columns, rows };
}

/** Tries the middles of cells on the diagonals, where the error is largest. */
function isGoodEnough(nodes: Nodes, toGrid: ToGrid, tolerance: number): boolean {
  const { part, spacing, across, down } = nodes;
  const cells = Math.max(across, down) - 3;
  for (let step = 0; step < cells; step++) {
    for (const mirrored of [false, true]) {
      const left = Math.min(across - 4, step);
      const top = Math.min(down - 4, mirrored ? cells - 1 - step : step);
      const x = (left + 0.5) * spacing;
      const y = (top + 0.5) * spacing;
      const [column, row] = toGrid(part.column + x, part.row + y);
      const error = Math.max(
        Math.abs(middleOf(nodes, nodes.columns, left, top) - column),
        Math.abs(middleOf(nodes, nodes.rows, left, top) - row),
      );
      if (!(error <= tolerance)) return false;
    }
  }
  return true;
}

/** The interpolated value at the middle of the cell in a column and row of cells. */
function middleOf(
  { across }: Pick<Nodes, 'across'>,
  values: Float64Array,
  left: number,
  top: number,
): number {
  const weights = cubicWeights(0.5);
  let sum = 0;
  weights.forEach((down, row) => {
    weights.forEach((right, column) => {
      sum += down * right * values[(top + row) * across + left + column];
    });
  });
  return sum;
}

/** Lagrange's weights of the nodes at −1, 0, 1 and 2 for a position between 0 and 1. */
function cubicWeights(t: number): [number, number, number, number] {
  return [
    (-t * (t - 1) * (t - 2)) / 6,
    ((t + 1) * (t - 1) * (t - 2)) / 2,
    (-(t + 1) * t * (t - 2)) / 2,
    ((t + 1) * t * (t - 1)) / 6,
  ];
}

/** Interpolates first along the rows of nodes, then between them. */
function interpolate({ part, spacing, across, down }: Nodes, values: Float64Array): Float64Array {
  const { width, height } = part;
  const lines = new Float64Array(down * width);
  for (let column = 0; column < width; column++) {
    const position = (column + 0.5) / spacing;
    const left = Math.floor(position);
    const [a, b, c, d] = cubicWeights(position - left);
    for (let line = 0; line < down; line++) {
      const node = line * across + left;
      lines[line * width + column] =
        a * values[node] + b * values[node + 1] + c * values[node + 2] + d * values[node + 3];
    }
  }
  const positions = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    const position = (row + 0.5) / spacing;
    const top = Math.floor(position);
    const [a, b, c, d] = cubicWeights(position - top);
    const first = top * width;
    for (let column = 0; column < width; column++) {
      const line = first + column;
      positions[row * width + column] =
        a * lines[line] +
        b * lines[line + width] +
        c * lines[line + 2 * width] +
        d * lines[line + 3 * width];
    }
  }
  return positions;
}
