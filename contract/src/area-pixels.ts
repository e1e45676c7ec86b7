import type { MultiPolygon, Polygon } from 'geojson';
import { extentSquareKilometers } from './area-measures.ts';
import { limits } from './limits.ts';

const { maxExtentSquareKilometers, workPixels } = limits.habitatPatrol;

/**
 * Side in metres of the pixels in which an area is going to be compared, as far as its size tells:
 * where scenes are coarser than the finest pixels, so is the comparison. Null where the area is too
 * large for a run.
 */
export function expectedPixelMeters(area: Polygon | MultiPolygon): number | null {
  const extent = extentSquareKilometers(area);
  if (extent > maxExtentSquareKilometers) return null;
  let pixelMeters: number = workPixels.finestMeters;
  while ((extent * 1_000_000) / pixelMeters ** 2 > workPixels.most) pixelMeters *= 2;
  return pixelMeters <= workPixels.coarsestMeters ? pixelMeters : null;
}
