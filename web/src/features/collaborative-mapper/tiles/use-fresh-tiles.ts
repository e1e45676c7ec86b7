import { useEffect, useEffectEvent, useRef } from 'react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { layerPrefixes } from '../drawing/feature-layers.tsx';
import { staleTiles, type TileNews } from '../state/tile-news.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import type { TileSource } from './tile-source.ts';

/** Changes may come in quick succession. Tiles are fetched once for all within this time. */
const runMilliseconds = 1_000;

const sourceId = layerPrefixes.tiles;

/**
 * Fetches only those tiles again that do not show the latest changes.
 * @param reachShare how far changes reach, as a share of a tile's side
 */
export function useFreshTiles(source: TileSource, news: TileNews, reachShare?: number): void {
  const { client } = useOpenMap();
  const map = useEngine();
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
      client.takeTiles(source.loaded());
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
