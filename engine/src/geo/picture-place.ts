import { worldRow } from './web-mercator.ts';

/** In degrees. Across the antimeridian the east is beyond 180. */
export type Box = readonly [west: number, south: number, east: number, north: number];

const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * The place of a position in a picture of a box, as shares of its width and height from the upper
 * left.
 */
export function placeInPicture(
  [longitude = 0, latitude = 0]: readonly number[],
  [west, south, east, north]: Box,
): [x: number, y: number] {
  const [bottom, top] = [worldRow(south), worldRow(north)];
  const eastwards = longitude < west ? longitude + 360 : longitude;
  return [(eastwards - west) / (east - west), (worldRow(latitude) - top) / (bottom - top)];
}

/**
 * The longest round length that fits into a third of the picture's width, measured at its middle
 * latitude.
 */
export function scaleBar([west, south, east, north]: Box): { label: string; share: number } {
  const widthMeters =
    radians(east - west) * Math.cos(radians((south + north) / 2)) * earthRadiusMeters;
  const power = 10 ** Math.floor(Math.log10(widthMeters / 3));
  const factor = [5, 2, 1].find((each) => each * power <= widthMeters / 3) ?? 1;
  const meters = factor * power;
  return {
    label: meters >= 1000 ? `${meters / 1000} km` : `${meters} m`,
    share: meters / widthMeters,
  };
}
