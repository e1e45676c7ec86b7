import type { Rectangle } from '../places.ts';

/** Degrees from the middle to the north and south edge at least, to show the next cities. */
const leastHalfDegrees = 2;
/** The share of the map's height that a large area fills at most. */
const largestShare = 0.4;
/** A locator map's width by its height. */
const aspect = 1.5;
/** The northernmost latitude of the map, because Web Mercator ends near 85°. */
const lastLatitude = 84;

/**
 * The bounds of a locator map: the area in the middle, and enough around it to recognise the region
 * by its coasts, borders and cities.
 * @param box of the area, in degrees; its east is beyond 180 across the antimeridian
 */
export function locatorBounds([west, south, east, north]: Rectangle): Rectangle {
  const latitude = (south + north) / 2;
  const longitude = (west + east) / 2;
  const shrinking = Math.cos((Math.min(Math.abs(latitude), lastLatitude) * Math.PI) / 180);
  const height = Math.max(north - south, ((east - west) * shrinking) / aspect);
  const halfHeight = Math.max(leastHalfDegrees, height / largestShare / 2);
  const halfWidth = Math.min(179, (halfHeight * aspect) / shrinking);
  return [
    longitude - halfWidth,
    Math.max(-lastLatitude, latitude - halfHeight),
    longitude + halfWidth,
    Math.min(lastLatitude, latitude + halfHeight),
  ];
}
