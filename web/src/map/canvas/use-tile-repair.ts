import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { isTileFailure, type TileFailure } from './tile-failure.ts';

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
    map.on('error', onError);
    map.on('sourcedata', onData);
    window.addEventListener('online', repair);
    return () => {
      clearTimeout(timer);
      map.off('error', onError);
      map.off('sourcedata', onData);
      window.removeEventListener('online', repair);
    };
  }, [map]);
}
