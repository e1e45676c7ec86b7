/** The address of a tile in the Web Mercator quad (XYZ: row 0 is the northernmost). */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export const webMercatorEpsg = 3857;

/** Tiles are rendered down to this zoom: 256 pixels across 9.6 m at the equator. */
const maxTileZoom = 22;

/** Width of the Web Mercator square, in its metres: 2π · 6,378,137. */
export const worldMeters = 2 * Math.PI * 6_378_137;
const halfWorldMeters = worldMeters / 2;

/** Whether a tile with these numbers exists, down to a zoom. */
export function isTileAddress({ z, x, y }: TileAddress, maxZoom: number = maxTileZoom): boolean {
  if (!Number.isInteger(z) || z < 0 || z > maxZoom) return false;
  const tilesAcross = 2 ** z;
  return [x, y].every((index) => Number.isInteger(index) && index >= 0 && index < tilesAcross);
}

/** Bounds of a tile in EPSG:3857 metres: [west, south, east, north]. */
export function tileBounds({ z, x, y }: TileAddress): [number, number, number, number] {
  const tileMeters = worldMeters / 2 ** z;
  const west = x * tileMeters - halfWorldMeters;
  const north = halfWorldMeters - y * tileMeters;
  return [west, north - tileMeters, west + tileMeters, north];
}

/** Where a position lies in the Web Mercator square: 0 to 1 from its western and northern edges. */
export function worldPosition(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The tile that a position (longitude, latitude) lies in at a zoom. */
export function tileAt(longitude: number, latitude: number, z: number): TileAddress {
  const tilesAcross = 2 ** z;
  const [x, y] = worldPosition(longitude, latitude).map((share) =>
    Math.min(tilesAcross - 1, Math.max(0, Math.floor(share * tilesAcross))),
  ) as [number, number];
  return { z, x, y };
}
