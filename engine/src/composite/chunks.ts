import type { MultiPolygon, Polygon, Position } from 'geojson';
import { pixelToCrs } from '../raster/affine.ts';
import { coordinateTransform } from '../raster/crs.ts';
import type { Grid, Window } from '../raster/grid.ts';
import { cutWindow, windowGrid, windowOfMask } from '../raster/window.ts';
import { crossesAntimeridian, cutPolygon } from '../vector/geometry/antimeridian.ts';
import type { WorkArea } from './types.ts';

/** An area wider or higher than this is composed piece by piece; about the side of a scene. */
export const defaultChunkMeters = 110_000;

/** A piece of a large area: a work area of its own, on pixels of the whole one. */
export interface Chunk {
  /** In pixels of the whole area's grid. */
  readonly window: Window;
  readonly workArea: WorkArea;
}

/**
 * Cuts a work area into pieces of at most `chunkMeters` a side, all about equally large, shrunk to the
 * pixels that they hold. Pieces without a pixel of the area are left out. Row by row, there and back,
 * so that each piece lies beside the one before: they share scenes.
 */
export function chunksOf(workArea: WorkArea, chunkMeters: number): Chunk[] {
  const { grid, mask, pixelSizeMeters } = workArea;
  const columns = spansOf(grid.width, chunkMeters / pixelSizeMeters);
  const rows = spansOf(grid.height, chunkMeters / pixelSizeMeters);
  return rows.flatMap(([top, bottom], index) => {
    const order = index % 2 === 0 ? columns : columns.toReversed();
    return order.flatMap(([left, right]): Chunk[] => {
      const cell = { column: left, row: top, width: right - left, height: bottom - top };
      const used = windowOfMask(cutWindow(mask, grid.width, cell), cell.width);
      if (!used) return [];
      const window = { ...used, column: left + used.column, row: top + used.row };
      const inside = cutWindow(mask, grid.width, window);
      const pixelCount = inside.reduce((count, value) => count + value, 0);
      return [
        {
          window,
          workArea: { ...workArea, grid: windowGrid(grid, window), mask: inside, pixelCount },
        },
      ];
    });
  });
}

/** Splits pixels along an axis into as few equal spans as may be, none longer than `most`. */
function spansOf(pixels: number, most: number): [start: number, end: number][] {
  const count = Math.ceil(pixels / Math.max(1, Math.floor(most)));
  return Array.from({ length: count }, (_, index) => [
    Math.floor((index * pixels) / count),
    Math.floor(((index + 1) * pixels) / count),
  ]);
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
