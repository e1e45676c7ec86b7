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

/** The latitude at which the Web Mercator square ends: atan(sinh(π)). */
export const squareLatitude = 85.051_128_779_806_59;

/**
 * How far a latitude lies from the northern edge of the Web Mercator square, as a share of its height
 * (Snyder 1987, Map Projections: A Working Manual, eq. 7-2a). Beyond the square's own latitudes it is
 * below 0 or above 1, and infinite at the poles.
 */
export function worldRow(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The latitude of a share of the Web Mercator square's height: the inverse of `worldRow`. */
export function latitudeOf(worldRow: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldRow))) * 180) / Math.PI;
}

/**
 * Where a position lies in the Web Mercator square: 0 to 1 from its western and northern edges. A
 * latitude beyond the square lies on its edge. A longitude beyond 180 lies in the next copy of the
 * world.
 */
export function worldPosition(longitude: number, latitude: number): [x: number, y: number] {
  const inside = Math.max(-squareLatitude, Math.min(squareLatitude, latitude));
  return [longitude / 360 + 0.5, worldRow(inside)];
}

/** The tile that a position (longitude, latitude) lies in at a zoom. */
export function tileAt(longitude: number, latitude: number, z: number): TileAddress {
  const tilesAcross = 2 ** z;
  const [x, y] = worldPosition(longitude, latitude).map((share) =>
    Math.min(tilesAcross - 1, Math.max(0, Math.floor(share * tilesAcross))),
  );
  return { z, x, y };
}
