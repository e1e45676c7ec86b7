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
import { positionsOf, type ToGrid } from './position-lattice.ts';

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

/** The largest error of positions, as a share of a pixel that is drawn. */
const toleratedPixels = 1e-6;
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
