import type { MultiPolygon, Polygon, Position } from 'geojson';
import { coordinateTransform } from '../../crs/transform.ts';
import { crossesAntimeridian, cutAtAntimeridian } from '../../geo/antimeridian.ts';
import { defaultPieceMeters, scatteredPiecePixels } from '../../geo/work-pixels.ts';
import { type Grid, pixelToCrs, type Window } from '../../raster/grid.ts';
import { expandWindow, rectangleLayout, windowsOf } from '../../raster/pixel-layout.ts';
import { cutWindow, windowGrid, windowOfMask } from '../../raster/window.ts';
import type { WorkArea } from '../types.ts';

/** A piece of a large area: a work area of its own, on pixels of the whole grid. */
export interface Piece {
  /** In pixels of the whole area's grid. */
  readonly window: Window;
  readonly workArea: WorkArea;
  /**
   * The region in which the piece lies. Pieces of one region and one day need no matching to each
   * other.
   */
  readonly region: number;
}

/**
 * Cuts a work area into pieces of at most `pieceMeters` a side, all of about the same size, shrunk
 * to the pixels of the area that they hold. Pieces without such pixels are left out. The rows of
 * pieces are ordered in alternating directions, so that each piece lies beside the previous one and
 * can share its scenes. The pieces of a scattered area are smaller, and several of them lie in one
 * region of `pieceMeters` a side.
 */
export function piecesOf(workArea: WorkArea, pieceMeters: number): Piece[] {
  const { grid, layout, mask, pixelSizeMeters } = workArea;
  const regionPixels = pieceMeters / pixelSizeMeters;
  const most = layout.spans ? Math.min(regionPixels, scatteredPiecePixels) : regionPixels;
  const pieces = windowsOf(layout, most).flatMap((cell): Omit<Piece, 'region'>[] => {
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
  return pieces.map((piece, index) => ({
    ...piece,
    region: layout.spans
      ? Math.floor(piece.window.row / regionPixels) * across +
        Math.floor(piece.window.column / regionPixels)
      : index,
  }));
}

/**
 * Whether an area can be surveyed as a whole in coarse pixels. The parts of a scattered area may be
 * too far apart for that.
 */
export function isNearTogether(
  { grid: { width, height }, layout, pixelSizeMeters }: WorkArea,
  { pieceMeters = defaultPieceMeters }: { pieceMeters?: number },
): boolean {
  return !layout.spans || Math.max(width, height) * pixelSizeMeters <= pieceMeters;
}

/**
 * Points along each side of the outline, because the sides of a projected rectangle are curved on
 * the globe.
 */
const pointsPerSide = 8;

/**
 * The rectangle of a grid in longitude and latitude, counterclockwise. A rectangle across the
 * antimeridian is returned as its parts on both sides. Throws CrsError.
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
    const [nextX, nextY] = corners[(index + 1) % corners.length];
    for (let point = 0; point < pointsPerSide; point++) {
      const share = point / pointsPerSide;
      const position = pixelToCrs(affine, x + (nextX - x) * share, y + (nextY - y) * share);
      ring.push(toLonLat(...position));
    }
  }
  const rings = [[...ring, ring[0]]];
  return crossesAntimeridian(rings[0])
    ? { type: 'MultiPolygon', coordinates: cutAtAntimeridian(rings) }
    : { type: 'Polygon', coordinates: rings };
}
