import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds, areaPolygons, rectanglePolygon } from '../../geo/bounds.ts';
import type { Grid, RasterSize } from '../../raster/grid.ts';
import { rasterizeArea } from '../../raster/rasterize.ts';
import { forEachNear } from '../../raster/window.ts';
import { workGrid } from '../../raster/work-grid.ts';

/** The coarse pixels of a patch, and those of the unchanged ground around it, on one grid. */
export interface PatchPixels {
  readonly inside: readonly number[];
  readonly around: readonly number[];
}

const finestMeters = 20;
const mostPixels = 6_000_000;
/** So many pixels around a patch show what the season does to its surroundings. */
const ringPixels = 8;

/** The grid on which patches are read: 20 m, or coarser by doubling where they lie far apart. */
export function gridOfPatches(outlines: readonly (Polygon | MultiPolygon)[]): Grid {
  const bounds = areaBounds({
    type: 'MultiPolygon',
    coordinates: outlines.flatMap(areaPolygons),
  });
  const [west, south, east, north] = bounds;
  // 0.002° are about 200 m, the width of a ring in the finest pixels.
  const margin = 0.002;
  const area = rectanglePolygon([west - margin, south - margin, east + margin, north + margin]);
  for (let pixelSizeMeters = finestMeters; ; pixelSizeMeters *= 2) {
    const grid = workGrid(area, { pixelSizeMeters });
    if (grid.width * grid.height <= mostPixels) return grid;
  }
}

/** The pixels of each patch and around it. A pixel around a patch belongs to no other patch. */
export function pixelsOfPatches(
  outlines: readonly (Polygon | MultiPolygon)[],
  grid: Grid,
): PatchPixels[] {
  const { width, height } = grid;
  const taken = new Uint8Array(width * height);
  const insides = outlines.map((outline) => {
    const mask = rasterizeArea(outline, grid);
    const inside: number[] = [];
    for (let index = mask.indexOf(1); index !== -1; index = mask.indexOf(1, index + 1)) {
      inside.push(index);
      taken[index] = 1;
    }
    return inside;
  });
  return insides.map((inside) => ({
    inside,
    around: ringAround(inside, taken, { width, height }),
  }));
}

function ringAround(inside: readonly number[], taken: Uint8Array, size: RasterSize): number[] {
  const ring = new Set<number>();
  for (const pixel of inside) {
    forEachNear(pixel, ringPixels, size, (near) => {
      if (taken[near] === 0) ring.add(near);
    });
  }
  return [...ring];
}
