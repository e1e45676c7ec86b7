import { outlineLines } from '@refugia/engine/geo/outline-lines.ts';
import { type Box, placeInPicture } from '@refugia/engine/geo/picture-place.ts';
import { worldRow } from '@refugia/engine/geo/web-mercator.ts';
import type { Area } from '../state/patrol-state.ts';

/**
 * An area's outline over a picture of its rectangle in Web Mercator, as the server draws it.
 * @param box whose east is beyond 180 across the antimeridian
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
