import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { listenToMap } from '../map-events.ts';

/** The map engine's error event for a tile that failed to load. */
interface TileFailure {
  sourceId: string;
  tile: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/** Whether an event is a tile's failure, of which the engine's types declare the message alone. */
function isTileFailure(event: unknown): event is TileFailure {
  return typeof event === 'object' && event !== null && 'sourceId' in event && 'tile' in event;
}

const firstPauseMilliseconds = 2_000;
const longestPauseMilliseconds = 30_000;

/**
 * Requests failed tiles again, which the map engine itself only does when it is moved. The pauses
 * grow while nothing arrives, and end when the browser is online again.
 */
export function useTileRepair(map: MapLibreMap | undefined): void {
  useEffect(() => {
    if (!map) return;
    const failed = new Map<string, TileFailure['tile']['tileID']['canonical'][]>();
    let pause = firstPauseMilliseconds;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repair = () => {
      clearTimeout(timer);
      timer = undefined;
      for (const [sourceId, tiles] of failed) {
        const type = map.getSource(sourceId)?.type;
        // For raster tiles the whole source is refreshed, which the browser's cache makes cheap.
        // Refreshing a single tile makes the engine treat it as having an old picture, and drawing
        // that would throw.
        if (type === 'raster') map.refreshTiles(sourceId);
        else if (type !== undefined) map.refreshTiles(sourceId, tiles);
      }
      failed.clear();
    };
    const onError = (event: unknown) => {
      if (!isTileFailure(event)) return;
      const tiles = failed.get(event.sourceId) ?? [];
      failed.set(event.sourceId, [...tiles, event.tile.tileID.canonical]);
      if (timer !== undefined) return;
      timer = setTimeout(repair, pause);
      pause = Math.min(longestPauseMilliseconds, pause * 2);
    };
    const onData = ({ tile }: MapSourceDataEvent) => {
      if (tile?.state === 'loaded') pause = firstPauseMilliseconds;
    };
    const stop = listenToMap(map, { error: onError, sourcedata: onData });
    window.addEventListener('online', repair);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('online', repair);
    };
  }, [map]);
}
