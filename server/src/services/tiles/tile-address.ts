import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';

/** The indices of a tile as texts in its address. */
export type TileIndices = Readonly<Record<keyof TileAddress, string>>;

/**
 * The tile of an address. An index that is not a plain number becomes NaN, which makes the tile
 * invalid.
 */
export function readTileAddress({ z, x, y }: TileIndices): TileAddress {
  return { z: toIndex(z), x: toIndex(x), y: toIndex(y) };
}

/**
 * Reads plain digits only, because `1e1`, `0x1` and ` 1` would be further addresses of the same
 * tile.
 */
function toIndex(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN;
}
