import { worldRow } from '@refugia/engine/geo/web-mercator.ts';
import { outlineLines } from '../../../map/overlays/outline-lines.ts';
import type { Area } from '../state/patrol-state.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

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
 * An area's outline over a picture of its rectangle in Web Mercator, as the server draws it. Across the antimeridian the box's
 * east is beyond 180.
 * @returns an SVG path in a square from 0 to 1, and the picture's width by its height
 */
export function outlinePath(area: Area, box: Box): { path: string; aspect: number } {
  const [west, south, east, north] = box;
  const point = (position: readonly number[]) =>
    placeInPicture(position, box)
      .map((share) => share.toFixed(5))
      .join(' ');
  const path = outlineLines(area).coordinates.map((line) => {
    const [first, last] = [line[0], line[line.length - 1]];
    const isClosed = first[0] === last[0] && first[1] === last[1];
    return `M${line.map(point).join('L')}${isClosed ? 'Z' : ''}`;
  });
  return {
    path: path.join(''),
    aspect: (east - west) / 360 / (worldRow(south) - worldRow(north)),
  };
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
