import type { MultiPolygon, Polygon, Position } from 'geojson';
import { coordinateTransform } from '../../crs/transform.ts';
import { crossesAntimeridian, cutAtAntimeridian } from '../../geo/antimeridian.ts';
import { defaultSubareaMeters, scatteredSubareaPixels } from '../../geo/work-pixels.ts';
import { type Grid, pixelToCrs, type Window } from '../../raster/grid.ts';
import { expandWindow, rectangleLayout, windowsOf } from '../../raster/pixel-layout.ts';
import { cutWindow, windowGrid, windowOfMask } from '../../raster/window.ts';
import type { WorkArea } from '../types.ts';

/** A subarea of a large area: a work area of its own, on pixels of the whole grid. */
export interface Subarea {
  /** In pixels of the whole area's grid. */
  readonly window: Window;
  readonly workArea: WorkArea;
  /**
   * The region in which the subarea lies. Subareas of one region and one day need no matching to each
   * other.
   */
  readonly region: number;
}

/**
 * Cuts a work area into subareas of at most `subareaMeters` a side, all of about the same size, shrunk
 * to the pixels of the area that they hold. Subareas without such pixels are left out. The rows of
 * subareas are ordered in alternating directions, so that each subarea lies beside the previous one and
 * can share its scenes. The subareas of a scattered area are smaller, and several of them lie in one
 * region of `subareaMeters` a side.
 */
export function subareasOf(workArea: WorkArea, subareaMeters: number): Subarea[] {
  const { grid, layout, mask, pixelSizeMeters } = workArea;
  const regionPixels = subareaMeters / pixelSizeMeters;
  const most = layout.spans ? Math.min(regionPixels, scatteredSubareaPixels) : regionPixels;
  const subareas = windowsOf(layout, most).flatMap((cell): Omit<Subarea, 'region'>[] => {
    const inCell = expandWindow(layout, mask, cell, new Uint8Array(cell.width * cell.height));
    const used = windowOfMask(inCell, cell.width);
    if (!used) return [];
    const window = { ...used, column: cell.column + used.column, row: cell.row + used.row };
    const inside = cutWindow(inCell, cell.width, used);
    const pixelCount = inside.reduce((count, value) => count + value, 0);
    const subareaGrid = windowGrid(grid, window);
    return [
      {
        window,
        workArea: {
          ...workArea,
          grid: subareaGrid,
          layout: rectangleLayout(subareaGrid),
          mask: inside,
          pixelCount,
        },
      },
    ];
  });
  const across = Math.ceil(grid.width / regionPixels);
  return subareas.map((subarea, index) => ({
    ...subarea,
    region: layout.spans
      ? Math.floor(subarea.window.row / regionPixels) * across +
        Math.floor(subarea.window.column / regionPixels)
      : index,
  }));
}

/**
 * Whether an area can be surveyed as a whole in coarse pixels. The parts of a scattered area may be
 * too far apart for that.
 */
export function isNearTogether(
  { grid: { width, height }, layout, pixelSizeMeters }: WorkArea,
  { subareaMeters = defaultSubareaMeters }: { subareaMeters?: number },
): boolean {
  return !layout.spans || Math.max(width, height) * pixelSizeMeters <= subareaMeters;
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
