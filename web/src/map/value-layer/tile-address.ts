import { latitudeOf, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';

/** A text that identifies a tile. */
export function tileKey({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`;
}

/** The tile that contains a tile, `levels` above it. */
export function ancestorOf({ z, x, y }: TileAddress, levels: number): TileAddress {
  return { z: z - levels, x: x >> levels, y: y >> levels };
}

/** The four tiles of the next zoom that a tile contains. */
export function childrenOf({ z, x, y }: TileAddress): readonly TileAddress[] {
  return [0, 1, 2, 3].map((place) => ({
    z: z + 1,
    x: 2 * x + (place & 1),
    y: 2 * y + (place >> 1),
  }));
}

/**
 * The part of an ancestor that a tile covers: its corner and its side, as shares of the ancestor's
 * side.
 */
export function partOfAncestor(
  tile: TileAddress,
  levels: number,
): readonly [number, number, number] {
  const count = 2 ** levels;
  return [(tile.x % count) / count, (tile.y % count) / count, 1 / count];
}

/**
 * Whether a box and a tile overlap.
 * @param box west, south, east, north in degrees; east is over 180 across the antimeridian
 */
export function tileTouches({ z, x, y }: TileAddress, box: readonly number[]): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const count = 2 ** z;
  const left = (x / count) * 360 - 180;
  const right = left + 360 / count;
  const isBeside = [-360, 0, 360].every((turn) => east <= left + turn || west >= right + turn);
  return !isBeside && latitudeOf((y + 1) / count) < north && latitudeOf(y / count) > south;
}
