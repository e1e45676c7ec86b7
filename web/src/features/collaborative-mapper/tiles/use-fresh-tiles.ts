import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMapEvents } from '../../../map/map-events.ts';
import { type LoadedTile, staleTiles, type TileNews } from '../state/tile-news.ts';
import type { TileSource } from './tile-source.ts';

/** Changes may come in quick succession. Tiles are fetched once for all within this time. */
const runMilliseconds = 1_000;

interface FreshTilesOptions {
  map: MapLibreMap | undefined;
  sourceId: string;
  source: TileSource;
  news: TileNews;
  /** How far changes reach, as a share of a tile's side. Default: as far as tiles overlap. */
  reachShare: number | undefined;
  /** Called with the loaded tiles whenever everything is drawn. */
  onDrawn: (loaded: readonly LoadedTile[]) => void;
}

/** Fetches only those tiles again that do not show the latest changes. */
export function useFreshTiles(options: FreshTilesOptions): void {
  const { map, sourceId, source, news, reachShare, onDrawn } = options;
  const refresh = () => {
    if (!map?.getSource(sourceId)) return;
    const stale = staleTiles(news, source.expected(), reachShare);
    if (stale.some(({ seq }) => seq < news.wholeSeq)) {
      source.forget();
      map.refreshTiles(sourceId);
    } else if (stale.length > 0) map.refreshTiles(sourceId, stale);
  };
  const refreshLater = useEffectEvent(refresh);
  useMapEvents(map, {
    idle: () => {
      onDrawn(source.loaded());
      // Tiles that were on their way during a change have arrived out of date.
      refresh();
    },
    // The map engine shows a tile from its cache without fetching it again.
    moveend: refresh,
  });
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (news.changed.size === 0 && news.wholeSeq === 0) return;
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      refreshLater();
    }, runMilliseconds);
  }, [news]);
  useEffect(() => () => clearTimeout(waiting.current), []);
}
