/** A tile of the usual XYZ scheme: Web Mercator, y growing southward. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Whether the address exists in the scheme, down to `maxZoom`. */
export function isTileAddress({ z, x, y }: TileAddress, maxZoom: number): boolean {
  const inRange = (value: number, end: number) =>
    Number.isInteger(value) && value >= 0 && value < end;
  return inRange(z, maxZoom + 1) && inRange(x, 2 ** z) && inRange(y, 2 ** z);
}
