import type { Bounds } from '@refugia/engine/geo/bounds.ts';
import { type TileAddress, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import type { Reach } from '../sources.ts';

/** From this zoom on, a region that knows the sea is alone in each tile that it touches. */
const detailZoom = 11;
/** So much of a tile's side may be left without the source's own. */
const slack = 1 / 256;

/** Whether a source has no part in a tile, fills it, or leaves room around itself. */
export type Share = 'none' | 'part' | 'whole';

export function shareOf(reach: Reach, { z, x, y }: TileAddress): Share {
  const { minZoom, maxZoom, bounds, hasSea } = reach;
  if (z < minZoom || z > maxZoom) return 'none';
  // Without bounds, a source with the sea has all of the world, and one without it some region.
  if (bounds === undefined) return hasSea || z >= detailZoom ? 'whole' : 'part';
  const [left, top, right, bottom] = tileBox(bounds, { z, x, y });
  if (left >= 1 || top >= 1 || right <= 0 || bottom <= 0) return 'none';
  // Bounds of the whole world end at 85° in some files, and at 85.0511° in others.
  const fills = Math.max(left, top) <= slack && Math.min(right, bottom) >= 1 - slack;
  return fills || z >= detailZoom ? 'whole' : 'part';
}

/** Where bounds in degrees lie in a tile, in shares of its side. */
export function tileBox(
  [west, south, east, north]: Readonly<Bounds>,
  { z, x, y }: TileAddress,
): readonly [left: number, top: number, right: number, bottom: number] {
  const [left, top] = worldPosition(west, north);
  const [right, bottom] = worldPosition(east, south);
  const across = 2 ** z;
  return [left * across - x, top * across - y, right * across - x, bottom * across - y];
}
