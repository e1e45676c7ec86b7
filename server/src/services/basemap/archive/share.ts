import { type TileAddress, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import type { ArchiveFacts } from './archive.ts';

/** From this zoom on, a file that knows the sea is alone in each tile that it touches. */
const detailZoom = 11;

/** Whether a file has no part in a tile, fills it, or leaves room around itself. */
export type Share = 'none' | 'part' | 'whole';

export function shareOf(facts: ArchiveFacts, { z, x, y }: TileAddress): Share {
  const { minZoom, maxZoom, bounds } = facts;
  if (z < minZoom || z > maxZoom) return 'none';
  if (bounds === undefined) return 'whole';
  const [left, top, right, bottom] = tileBox(bounds, { z, x, y });
  if (left >= 1 || top >= 1 || right <= 0 || bottom <= 0) return 'none';
  const fills = left <= 0 && top <= 0 && right >= 1 && bottom >= 1;
  return fills || z >= detailZoom ? 'whole' : 'part';
}

/** Where bounds in degrees lie in a tile: left, top, right and bottom in shares of its side. */
export function tileBox(
  [west, south, east, north]: readonly [number, number, number, number],
  { z, x, y }: TileAddress,
): readonly [number, number, number, number] {
  const [left, top] = worldPosition(west, north);
  const [right, bottom] = worldPosition(east, south);
  const across = 2 ** z;
  return [left * across - x, top * across - y, right * across - x, bottom * across - y];
}
