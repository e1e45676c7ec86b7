/** The map engine's error event for a tile that failed to load. */
export interface TileFailure {
  sourceId: string;
  tile: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/**
 * Whether an event is a tile's failure. The map engine's types declare only the message of an
 * error.
 */
export function isTileFailure(event: unknown): event is TileFailure {
  return typeof event === 'object' && event !== null && 'sourceId' in event && 'tile' in event;
}
