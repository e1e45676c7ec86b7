type Box = readonly [west: number, south: number, east: number, north: number];

/** From its middle, a locator map reaches at least this far north and south: to the next cities. */
const leastHalfDegrees = 2;
/** A large area fills at most this share of the map's height. */
const largestShare = 0.4;
/** A locator map's width by its height. */
const aspect = 1.5;
/** Web Mercator ends near 85°. */
const lastLatitude = 84;

/**
 * What a locator map of an area shows: the area in its middle, and enough around it to know the
 * region by its coasts, borders and cities.
 * @param box of the area, in degrees; its east is beyond 180 across the antimeridian
 */
export function locatorBounds([west, south, east, north]: Box): [number, number, number, number] {
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
