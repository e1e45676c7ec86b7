import type { BasemapMetadata } from '@refugia/contract/basemap.ts';
import { providerSourceId } from '@refugia/contract/basemap-sources.ts';
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { listenToMap } from '../map-events.ts';

/** The map engine's error event for a tile that failed to load. */
interface TileFailure {
  sourceId: string;
  tile: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/**
 * Whether an event is a tile's failure. The map engine's types declare only the message of an
 * error.
 */
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

/**
 * A provider is given up if no tile has arrived for this long, or after this many failures in a
 * row.
 */
const patienceMilliseconds = 8_000;
const failuresInARow = 4;

/**
 * Watches the tiles of the base map's provider.
 * @param metadata of the style that is shown; null while none is
 * @param onLost is called once with the provider's name when its tiles fail
 */
export function useProviderWatch(
  map: MapLibreMap | undefined,
  metadata: BasemapMetadata | null,
  onLost: (providerName: string) => void,
): void {
  const provider = metadata?.['refugia:provider'] ?? null;
  const tell = useEffectEvent(onLost);
  useEffect(() => {
    if (!map || provider === null) return;
    let failures = 0;
    const giveUp = () => {
      stop();
      tell(provider);
    };
    let timer = setTimeout(giveUp, patienceMilliseconds);
    const onError = (event: unknown) => {
      if (!isTileFailure(event) || event.sourceId !== providerSourceId) return;
      failures++;
      if (failures >= failuresInARow) giveUp();
    };
    const onData = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (sourceId !== providerSourceId || tile?.state !== 'loaded') return;
      failures = 0;
      clearTimeout(timer);
    };
    // After a movement, tiles of a new place are needed, so missing tiles count as a failure again.
    const onMoveStart = () => {
      clearTimeout(timer);
      if (failures > 0) timer = setTimeout(giveUp, patienceMilliseconds);
    };
    const listening = listenToMap(map, {
      error: onError,
      sourcedata: onData,
      movestart: onMoveStart,
    });
    const stop = () => {
      clearTimeout(timer);
      listening();
    };
    return stop;
  }, [map, provider]);
}
