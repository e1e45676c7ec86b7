import { addProtocol, removeProtocol } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import { TileSource } from './tile-source.ts';

/**
 * Fetches the tiles of a map by our own calls, whose headers open private maps.
 * @returns the address of the tiles for the map engine, or null until the engine knows the protocol
 */
export function useTileSource(client: MapClient): { source: TileSource; address: string | null } {
  const protocol = `map-tiles-${client.mapId}`;
  const [known, setKnown] = useState<string | null>(null);
  const source = useMemo(() => {
    const seq = () => {
      const state = client.getState();
      return state.phase === 'open' ? state.seq : 0;
    };
    return new TileSource(client.call, client.mapId, seq);
  }, [client]);
  useEffect(() => {
    const beginning = `${protocol}://`;
    addProtocol(protocol, async ({ url }, { signal }) => ({
      data: await source.fetch(url.slice(beginning.length), signal),
    }));
    setKnown(protocol);
    return () => removeProtocol(protocol);
  }, [protocol, source]);
  return { source, address: known === protocol ? `${protocol}://{z}/{x}/{y}` : null };
}
