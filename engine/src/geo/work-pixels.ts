import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds } from './bounds.ts';
import { areaSquareMeters, extentSquareKilometers, metersPerDegree } from './measures.ts';
import { gridBeyondUtm } from './work-crs.ts';

/**
 * Limits on the number and the size of an area's pixels. If there would be too many pixels, their
 * size is doubled until there are not.
 */
export const workPixels = {
  /** The smallest size of pixels, whatever the scenes have. */
  finestMeters: 10,
  /**
   * The largest size of pixels. The contiguous United States then have nearly the largest number
   * allowed.
   */
  coarsestMeters: 2_560,
  /**
   * The most pixels of the rectangle around an area. Each takes 80 bytes, and 70 more inside of the
   * area.
   */
  most: 6_000_000,
  /**
   * An area with at most this many pixels inside may have a rectangle of up to `mostAround` pixels.
   * The number is 500 km² in pixels of 10 m, and what a grid's distortion adds at its rim. With
   * pixels of the finest size, the rectangle may be even larger: only the pixels inside are then
   * kept.
   */
  mostInside: 5_050_000,
  /**
   * The most pixels of that rectangle: 912 km², which no area with the largest permitted perimeter
   * exceeds.
   */
  mostAround: 9_250_000,
} as const;

/**
 * The largest rectangle around an area. That of the contiguous United States has 14.4 million km².
 */
export const maxExtentSquareKilometers = 15_000_000;

/** An area that is wider or higher is worked on in subareas. This is about the side of a scene. */
export const defaultSubareaMeters = 110_000;

/** The longest side of the subareas of a scattered area, whose memory grows with the subarea. */
export const scatteredSubareaPixels = 1_600;

/**
 * The side in metres of the pixels in which an area will probably be worked on, according to its
 * size. If scenes are coarser than the finest pixels, the pixels are coarser, too. Null if the area
 * is too large.
 */
export function expectedPixelMeters(area: Polygon | MultiPolygon): number | null {
  if (extentSquareKilometers(area) > maxExtentSquareKilometers) return null;
  const { finestMeters, most, mostInside, mostAround } = workPixels;
  const insideSquareMeters = areaSquareMeters(area);
  if (insideSquareMeters <= mostInside * finestMeters ** 2) return finestMeters;
  const aroundSquareMeters = rectangleSquareMeters(area);
  const isTooMany = (pixelMeters: number): boolean =>
    aroundSquareMeters > most * pixelMeters ** 2 &&
    (isInSubareas(area) ||
      aroundSquareMeters > mostAround * pixelMeters ** 2 ||
      insideSquareMeters > mostInside * pixelMeters ** 2);
  let pixelMeters: number = finestMeters;
  while (isTooMany(pixelMeters)) pixelMeters *= 2;
  return pixelMeters <= workPixels.coarsestMeters ? pixelMeters : null;
}

/** Whether an area is so wide or high that it is worked on in subareas. */
export function isInSubareas(area: Polygon | MultiPolygon): boolean {
  const [west, south, east, north] = areaBounds(area);
  const widthDegrees = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  return Math.max(widthDegrees, north - south) * metersPerDegree >= defaultSubareaMeters;
}

/** Size of the rectangle around an area in its work grid. */
function rectangleSquareMeters(area: Polygon | MultiPolygon): number {
  const beyond = gridBeyondUtm(areaBounds(area));
  return beyond?.rectangleSquareMeters(area) ?? extentSquareKilometers(area) * 1_000_000;
}
