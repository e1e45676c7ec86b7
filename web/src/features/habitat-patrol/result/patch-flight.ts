import type { Patch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { CameraEffect } from '../state/look-at-area.ts';

/** The closest zoom. Beyond it, a pixel of the imagery only becomes a larger square. */
const closestZoom = 15;
/** The width of the view around a patch, in widths of the patch. */
const surroundings = 4;

/**
 * The camera movement to a patch: to its middle, as close as the patch with its surroundings fits.
 */
export function flightToPatch({ bbox: [west, south, east, north] }: Patch): CameraEffect {
  const middleLatitude = (south + north) / 2;
  // A view as wide as one tile shows 360° at zoom 0, and half of that at each further zoom.
  const span = Math.max(east - west, (north - south) / Math.cos((middleLatitude * Math.PI) / 180));
  const zoom = Math.min(closestZoom, Math.log2(360 / (span * surroundings)));
  return { kind: 'fly-to', center: [(west + east) / 2, middleLatitude], zoom };
}
