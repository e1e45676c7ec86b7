import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import type { Bounds } from '@refugia/engine/geo/bounds.ts';

/** The bounds of a picture (west, south, east, north) in degrees, or null while it has no place. */
export function boxOfRaster({ coordinates }: Pick<RasterLayer, 'coordinates'>): Bounds | null {
  const numbers = coordinates?.trim().split(/\s+/).map(Number) ?? [];
  const [west, south, east, north] = numbers;
  const isWhole = numbers.length >= 4 && numbers.every(Number.isFinite);
  return isWhole ? [west, south, east, north] : null;
}

/** The share of the view's shorter side that a picture takes when it is placed by hand. */
const shareOfView = 0.6;

/** A box in the middle of the view, in degrees, that keeps a picture's proportions. */
export function boxInView(
  [west, south, east, north]: Readonly<Bounds>,
  { width, height }: Pick<RasterLayer, 'width' | 'height'>,
): Bounds {
  const longitude = (west + east) / 2;
  const latitude = (south + north) / 2;
  // A degree of longitude is shorter than one of latitude, away from the equator.
  const shortening = Math.cos((latitude * Math.PI) / 180);
  const perPixel = Math.min(
    (shareOfView * (east - west) * shortening) / width,
    (shareOfView * (north - south)) / height,
  );
  const halfWidth = (perPixel * width) / 2 / shortening;
  const halfHeight = (perPixel * height) / 2;
  return [
    longitude - halfWidth,
    latitude - halfHeight,
    longitude + halfWidth,
    latitude + halfHeight,
  ];
}
