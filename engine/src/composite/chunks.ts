import type { MultiPolygon, Polygon, Position } from 'geojson';
import { pixelToCrs } from '../raster/affine.ts';
import { coordinateTransform } from '../raster/crs.ts';
import type { Grid, Window } from '../raster/grid.ts';
import { expandWindow, rectangleLayout, windowsOf } from '../raster/pixel-layout.ts';
import { cutWindow, windowGrid, windowOfMask } from '../raster/window.ts';
import { crossesAntimeridian, cutPolygon } from '../vector/geometry/antimeridian.ts';
import type { WorkArea } from './types.ts';

/** An area wider or higher than this is composed piece by piece; about the side of a scene. */
export const defaultChunkMeters = 110_000;

/** Pieces of an area that is scattered in its rectangle are no longer than this: memory goes with it. */
const scatteredPiecePixels = 1_600;

/** A piece of a large area: a work area of its own, on pixels of the whole one. */
export interface Chunk {
  /** In pixels of the whole area's grid. */
  readonly window: Window;
  readonly workArea: WorkArea;
  /** Pieces of one region show the same landscape: where they show the same days, too, they are alike. */
  readonly region: number;
}

/**
 * Cuts a work area into pieces of at most `chunkMeters` a side, all about equally large, shrunk to the
 * pixels that they hold. Pieces without a pixel of the area are left out. Row by row, there and back,
 * so that each piece lies beside the one before: they share scenes. Those of a scattered area are
 * smaller, and regions of `chunkMeters` a side hold several.
 */
export function chunksOf(workArea: WorkArea, chunkMeters: number): Chunk[] {
  const { grid, layout, mask, pixelSizeMeters } = workArea;
  const regionPixels = chunkMeters / pixelSizeMeters;
  const most = layout.runs ? Math.min(regionPixels, scatteredPiecePixels) : regionPixels;
  const chunks = windowsOf(layout, most).flatMap((cell): Omit<Chunk, 'region'>[] => {
    const inCell = expandWindow(layout, mask, cell, new Uint8Array(cell.width * cell.height));
    const used = windowOfMask(inCell, cell.width);
    if (!used) return [];
    const window = { ...used, column: cell.column + used.column, row: cell.row + used.row };
    const inside = cutWindow(inCell, cell.width, used);
    const pixelCount = inside.reduce((count, value) => count + value, 0);
    const pieceGrid = windowGrid(grid, window);
    return [
      {
        window,
        workArea: {
          ...workArea,
          grid: pieceGrid,
          layout: rectangleLayout(pieceGrid),
          mask: inside,
          pixelCount,
        },
      },
    ];
  });
  const across = Math.ceil(grid.width / regionPixels);
  return chunks.map((chunk, index) => ({
    ...chunk,
    region: layout.runs
      ? Math.floor(chunk.window.row / regionPixels) * across +
        Math.floor(chunk.window.column / regionPixels)
      : index,
  }));
}

/**
 * Whether an area can be looked at at once in coarse pixels: the parts of a scattered one may lie too
 * far apart.
 */
export function isNearTogether(
  { grid: { width, height }, layout, pixelSizeMeters }: WorkArea,
  { chunkMeters = defaultChunkMeters }: { chunkMeters?: number },
): boolean {
  return !layout.runs || Math.max(width, height) * pixelSizeMeters <= chunkMeters;
}

/** Points along each side of the outline: the sides of a projected rectangle are bent on the globe. */
const pointsPerSide = 8;

/**
 * The rectangle of a grid in longitude and latitude, counterclockwise; one across the antimeridian as
 * its parts on both sides. Throws UnknownCrsError.
 */
export function outlineOf({ width, height, affine, epsg }: Grid): Polygon | MultiPolygon {
  if (epsg === undefined) throw new RangeError('A grid without a CRS lies nowhere on the globe.');
  const toLonLat = coordinateTransform(epsg, 4326);
  const corners = [
    [0, 0],
    [0, height],
    [width, height],
    [width, 0],
  ] as const;
  const ring: Position[] = [];
  for (const [index, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    for (let point = 0; point < pointsPerSide; point += 1) {
      const share = point / pointsPerSide;
      const position = pixelToCrs(affine, x + (nextX - x) * share, y + (nextY - y) * share);
      ring.push(toLonLat(...position));
    }
  }
  const rings = [[...ring, ring[0]!]];
  const parts = crossesAntimeridian(rings[0]!) ? cutPolygon(rings) : undefined;
  return parts
    ? { type: 'MultiPolygon', coordinates: parts }
    : { type: 'Polygon', coordinates: rings };
}
