/** What the map engine reports when a tile could not be loaded. */
export interface TileFailure {
  sourceId: string;
  tile: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/** Its types know of an error's message only. */
export function isTileFailure(event: unknown): event is TileFailure {
  return typeof event === 'object' && event !== null && 'sourceId' in event && 'tile' in event;
}
