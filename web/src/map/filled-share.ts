import { worldRow } from '@refugia/engine/geo/web-mercator.ts';
import type { Rectangle } from './places.ts';

/** The width of MapLibre's world at zoom 0 in pixels, which is one tile. */
const worldPixels = 512;

/**
 * The share of a view that a rectangle would fill: the larger of its shares of the width and the
 * height.
 * @param bounds west, south, east, north in degrees
 * @param zoom MapLibre's, north up
 * @param view in pixels
 */
export function filledShare(
  [west, south, east, north]: Rectangle,
  zoom: number,
  view: { readonly width: number; readonly height: number },
): number {
  const pixels = worldPixels * 2 ** zoom;
  const width = ((east - west) / 360) * pixels;
  const height = (worldRow(south) - worldRow(north)) * pixels;
  return Math.max(width / view.width, height / view.height);
}
