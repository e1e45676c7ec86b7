import type { BasemapMetadata } from '@refugia/contract/basemap.ts';
import { providerSourceId } from '@refugia/contract/basemap-sources.ts';
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { isTileFailure } from './tile-failure.ts';

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
    const stop = () => {
      clearTimeout(timer);
      map.off('error', onError);
      map.off('sourcedata', onData);
      map.off('movestart', onMoveStart);
    };
    map.on('error', onError);
    map.on('sourcedata', onData);
    map.on('movestart', onMoveStart);
    return stop;
  }, [map, provider]);
}
