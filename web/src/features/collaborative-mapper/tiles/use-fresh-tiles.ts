import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type LoadedTile, staleTiles, type TileNews } from '../state/tile-news.ts';
import type { TileSource } from './tile-source.ts';

/** Changes come in quick succession. Those within this time are asked for together. */
const runMilliseconds = 1_000;

interface FreshTilesOptions {
  map: MapLibreMap | undefined;
  sourceId: string;
  source: TileSource;
  news: TileNews;
  /** Told what the map engine has, whenever everything is drawn. */
  onSettled: (loaded: readonly LoadedTile[]) => void;
}

/** Asks for tiles again that do not show what changed since, and for no others. */
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
    // Tiles that were on their way while something changed have arrived out of date.
    refresh();
  });
  useEffect(() => {
    if (!map) return;
    map.on('idle', settle);
    // The map engine shows a tile that it kept out of view as it was.
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
