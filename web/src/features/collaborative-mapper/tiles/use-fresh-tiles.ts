import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type LoadedTile, staleTiles, type TileNews } from '../state/tile-news.ts';
import type { TileSource } from './tile-source.ts';

/**
 * Changes may come in quick succession. Tiles are asked for once for all changes within this time.
 */
const runMilliseconds = 1_000;

interface FreshTilesOptions {
  map: MapLibreMap | undefined;
  sourceId: string;
  source: TileSource;
  news: TileNews;
  /** Called with the loaded tiles whenever everything is drawn. */
  onSettled: (loaded: readonly LoadedTile[]) => void;
}

/** Fetches only those tiles again that do not show the latest changes. */
export function useFreshTiles({ map, sourceId, source, news, onSettled }: FreshTilesOptions): void {
  const refresh = useEffectEvent(() => {
    if (!map?.getSource(sourceId)) return;
    const stale = staleTiles(news, source.expected());
    if (stale.some(({ seq }) => seq < news.wholeSeq)) {
      source.forget();
      map.refreshTiles(sourceId);
    } else if (stale.length > 0) map.refreshTiles(sourceId, stale);
  });
  const settle = useEffectEvent(() => {
    onSettled(source.loaded());
    // Tiles that were on their way during a change have arrived out of date.
    refresh();
  });
  useEffect(() => {
    if (!map) return;
    map.on('idle', settle);
    // The map engine shows a tile from its cache without fetching it again.
    map.on('moveend', refresh);
    return () => {
      map.off('idle', settle);
      map.off('moveend', refresh);
    };
  }, [map]);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (news.changed.size === 0 && news.wholeSeq === 0) return;
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      refresh();
    }, runMilliseconds);
  }, [news]);
  useEffect(() => () => clearTimeout(waiting.current), []);
}
