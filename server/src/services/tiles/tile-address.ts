import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';

/** The numbers of a tile as they stand in its address. */
export type TileIndices = Readonly<Record<keyof TileAddress, string>>;

/** The tile of an address; an index that is no plain number is NaN, and the tile no tile. */
export function readTileAddress({ z, x, y }: TileIndices): TileAddress {
  return { z: toIndex(z), x: toIndex(x), y: toIndex(y) };
}

/** Only plain digits are an index: `1e1`, `0x1` and ` 1` would be other addresses of the same tile. */
function toIndex(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.NaN;
}
