import { addProtocol, removeProtocol } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { CallApi } from '../../../lib/api-client.ts';
import type { MapClient } from '../map-client/map-client.ts';
import type { LoadedTile } from '../state/tile-news.ts';

/** This is more than the map engine keeps. */
const mostTiles = 2_000;

interface AskedTile {
  readonly place: string;
  readonly filter: string;
  readonly seq: number;
}

/** Fetches the vector tiles of a map, and knows the last operation that each of them includes. */
export class TileSource {
  readonly #call: CallApi;
  readonly #mapId: number;
  readonly #seq: () => number;
  readonly #tiles = new Map<string, LoadedTile>();
  /** The operation that each tile on its way will include at least. */
  readonly #asked = new Map<string, number>();

  /** @param seq returns the last operation that a tile has to include when it is asked for */
  constructor(call: CallApi, mapId: number, seq: () => number) {
    this.#call = call;
    this.#mapId = mapId;
    this.#seq = seq;
  }

  /**
   * Fetches a tile.
   * @param place zoom, column and row, as `z/x/y`
   * @param filter the text of the map's filter, or an empty text
   */
  async fetch(place: string, filter: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const seq = this.#seq();
    this.#asked.set(place, seq);
    try {
      return await this.#fetch({ place, filter, seq }, signal);
    } finally {
      if (this.#asked.get(place) === seq) this.#asked.delete(place);
    }
  }

  async #fetch(asked: AskedTile, signal: AbortSignal): Promise<ArrayBuffer> {
    const { place, filter } = asked;
    let { seq } = asked;
    const blob = await this.#call<Blob>(`/api/rrm/tiles/${this.#mapId}/${place}.mvt`, {
      query: { seq, filter: filter || undefined },
      asFile: true,
      signal,
      onHeaders: (headers) => {
        seq = Math.max(seq, Number(headers.get('x-map-seq')));
      },
    });
    const bytes = await blob.arrayBuffer();
    const [z = 0, x = 0, y = 0] = place.split('/').map(Number);
    this.#tiles.delete(place);
    this.#tiles.set(place, { z, x, y, seq });
    const [oldest] = this.#tiles.keys();
    if (this.#tiles.size > mostTiles && oldest !== undefined) this.#tiles.delete(oldest);
    return bytes;
  }

  /** The tiles that the map engine may hold. */
  loaded(): LoadedTile[] {
    return [...this.#tiles.values()];
  }

  /** The same tiles as they will be when the replies that are on their way have arrived. */
  expected(): LoadedTile[] {
    return [...this.#tiles].map(([place, tile]) => ({
      ...tile,
      seq: Math.max(tile.seq, this.#asked.get(place) ?? 0),
    }));
  }

  /** Drops all records when the map engine drops its tiles. */
  forget(): void {
    this.#tiles.clear();
  }
}

/**
 * Fetches the tiles of a map by our own calls, whose headers open private maps. Another filter gives
 * another address, so that the map engine asks for all tiles anew.
 * @param filter the text of the map's filter, or an empty text
 * @returns the address of the tiles for the map engine, or null until the engine knows the protocol
 */
export function useTileSource(
  client: MapClient,
  filter: string,
): { source: TileSource; address: string | null } {
  const protocol = `map-tiles-${client.mapId}`;
  const [known, setKnown] = useState<string | null>(null);
  const source = useMemo(() => {
    const seq = () => {
      const state = client.store.getState();
      return state.phase === 'open' ? state.seq : 0;
    };
    return new TileSource(client.call, client.mapId, seq);
  }, [client]);
  useEffect(() => {
    const beginning = `${protocol}://`;
    addProtocol(protocol, async ({ url }, { signal }) => ({
      data: await fetchAt(source, url.slice(beginning.length), signal),
    }));
    setKnown(protocol);
    return () => removeProtocol(protocol);
  }, [protocol, source]);
  const address = `${protocol}://{z}/{x}/{y}?${encodeURIComponent(filter)}`;
  return { source, address: known === protocol ? address : null };
}

function fetchAt(source: TileSource, address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const [place = '', filter = ''] = address.split('?');
  return source.fetch(place, decodeURIComponent(filter), signal);
}
