import { useMemo } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import type { LoadedTile } from '../state/tile-news.ts';
import { useEngineProtocol } from '../workspace/use-engine-protocol.ts';

/** This is more than the map engine keeps. */
const mostTiles = 2_000;

/** Fetches the vector tiles of a map, and knows the last operation that each of them includes. */
export class TileSource {
  readonly #client: MapClient;
  readonly #tiles = new Map<string, LoadedTile>();
  /** The operation that each tile on its way will include at least. */
  readonly #requested = new Map<string, number>();

  constructor(client: MapClient) {
    this.#client = client;
  }

  /** @param address such as `z/x/y?filter` with the text of a filter, which may be empty */
  async fetch(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const [place = '', filter = ''] = address.split('?');
    const seq = this.#client.store.open()?.seq ?? 0;
    this.#requested.set(place, seq);
    try {
      let included = seq;
      const { call, mapId } = this.#client;
      const blob = await call<Blob>(`/api/rrm/tiles/${mapId}/${place}.mvt`, {
        query: { seq, filter: decodeURIComponent(filter) || undefined },
        asFile: true,
        signal,
        onHeaders: (headers) => {
          included = Math.max(seq, Number(headers.get('x-map-seq')));
        },
      });
      const bytes = await blob.arrayBuffer();
      this.#add(place, included);
      return bytes;
    } finally {
      if (this.#requested.get(place) === seq) this.#requested.delete(place);
    }
  }

  #add(place: string, seq: number): void {
    const [z = 0, x = 0, y = 0] = place.split('/').map(Number);
    this.#tiles.delete(place);
    this.#tiles.set(place, { z, x, y, seq });
    const [oldest] = this.#tiles.keys();
    if (this.#tiles.size > mostTiles && oldest !== undefined) this.#tiles.delete(oldest);
  }

  loaded(): LoadedTile[] {
    return [...this.#tiles.values()];
  }

  /** The same tiles as they will be when the replies that are on their way have arrived. */
  expected(): LoadedTile[] {
    return [...this.#tiles].map(([place, tile]) => ({
      ...tile,
      seq: Math.max(tile.seq, this.#requested.get(place) ?? 0),
    }));
  }

  /** Drops all records when the map engine drops its tiles. */
  forget(): void {
    this.#tiles.clear();
  }
}

/** Another filter gives another address, so that the map engine asks for all tiles anew. */
export function useTileSource(client: MapClient, filter: string) {
  const protocol = `map-tiles-${client.mapId}`;
  const source = useMemo(() => new TileSource(client), [client]);
  const isKnown = useEngineProtocol(protocol, (address, signal) => source.fetch(address, signal));
  const address = `${protocol}://{z}/{x}/{y}?${encodeURIComponent(filter)}`;
  return { source, address: isKnown ? address : null };
}
