import { writeFilter } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { limits } from '@refugia/contract/limits.ts';
import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { resolvedFeatures } from '../comments/comments.ts';
import { proposedDeletes, type TileFeatureState, tileStatus } from '../drawing/feature-data.ts';
import { layerPrefixes, ShapeLayers } from '../drawing/feature-layers.tsx';
import { isOfShownLayer, shapePaint } from '../drawing/shape-paint.ts';
import type { MapClient } from '../map-client/map-client.ts';
import { type LoadedTile, staleTiles, type TileNews } from '../state/tile-news.ts';
import { useComments, useShownLayers } from '../workspace/lists.ts';
import { useMapFilter } from '../workspace/map-filter.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useEngineProtocol } from '../workspace/use-engine-protocol.ts';

const { maxTileZoom } = limits.collaborativeMapper;
const sourceId = layerPrefixes.tiles;
const promoteId = { features: 'id' };
/** How far a change of a point changes the clusters around it, as a share of a tile's side. */
const clusterReachShare = 0.25;

interface TiledFeaturesProps {
  news: TileNews;
  /** Points that the browser has whole and leaves to the clusters of tiles, by their layer's id. */
  clustered: ReadonlyMap<string, FeatureCollection>;
  /** Called with the number of features in view that the tiles leave out. */
  onLeftOut: (count: number) => void;
}

/**
 * Draws a map with too many features for a browser from tiles, below what the browser has whole.
 */
export function TiledFeatures({ news, clustered, onLeftOut }: TiledFeaturesProps) {
  const { client } = useOpenMap();
  const map = useEngine();
  const layers = useShownLayers();
  const { source, address } = useTileSource(client, writeFilter(useMapFilter().filter));
  const tiles = useMemo(() => (address === null ? [] : [address]), [address]);
  const paint = useMemo(() => shapePaint(layers, tileStatus), [layers]);
  const filter = useMemo(() => isOfShownLayer(layers), [layers]);
  useFeatureStates(news, clustered);
  const hasClusters = layers.some(({ style }) => style.clusters);
  useFreshTiles(source, news, hasClusters ? clusterReachShare : undefined);
  useMapEvents(map, {
    idle: () => {
      if (!map?.getSource(sourceId)) return;
      const tiles = map.querySourceFeatures(sourceId, { sourceLayer: 'meta' });
      onLeftOut(tiles.reduce((sum, { properties }) => sum + Number(properties.left_out ?? 0), 0));
    },
  });
  useEffect(() => () => onLeftOut(0), [onLeftOut]);
  if (address === null) return null;
  return (
    <Source id={sourceId} type="vector" tiles={tiles} maxzoom={maxTileZoom} promoteId={promoteId}>
      <ShapeLayers
        prefix={sourceId}
        sourceLayer="features"
        paint={paint}
        isSmallFarOut
        filter={filter}
      />
    </Source>
  );
}

type States = ReadonlyMap<string, TileFeatureState>;
const none: States = new Map();
const usual: TileFeatureState = { isReplaced: false, isProposedDelete: false, isResolved: false };

/** Tells the map engine the properties of features that tiles do not contain. */
function useFeatureStates(
  { changed }: TileNews,
  clustered: ReadonlyMap<string, FeatureCollection>,
): void {
  const map = useEngine();
  const { features, proposals } = useOpenMap().state;
  const { data: comments } = useComments();
  const wanted = useMemo(() => {
    const states = new Map<string, TileFeatureState>();
    const add = (ids: Iterable<string>, state: Partial<TileFeatureState>) => {
      for (const id of ids) states.set(id, { ...usual, ...states.get(id), ...state });
    };
    const left = [...clustered.values()].flatMap((points) => points.features);
    const leftIds = new Set(left.map(({ properties }) => properties?.id));
    add(
      [...features.keys()].filter((id) => !leftIds.has(id)),
      { isReplaced: true },
    );
    add(changed.keys(), { isReplaced: true });
    add(proposedDeletes(proposals), { isProposedDelete: true });
    add(resolvedFeatures(comments ?? []), { isResolved: true });
    return states;
  }, [features, changed, clustered, proposals, comments]);
  /** What the map engine knows, and of which source: another base map makes a new one. */
  const known = useRef<{ source: unknown; states: States }>({ source: null, states: none });
  const tell = () => {
    const source = map?.getSource(sourceId);
    if (!map || !source) return;
    const before = known.current.source === source ? known.current.states : none;
    known.current = { source, states: wanted };
    if (before === wanted) return;
    const target = (id: string) => ({ source: sourceId, sourceLayer: 'features', id });
    // An outdated state is overwritten with the default, because the map engine throws if a state
    // is removed and then set.
    for (const id of before.keys()) if (!wanted.has(id)) map.setFeatureState(target(id), usual);
    for (const [id, state] of wanted) {
      if (!isSameState(before.get(id), state)) map.setFeatureState(target(id), state);
    }
  };
  useOnChange(wanted, tell);
  useMapEvents(map, { sourcedata: tell });
}

function isSameState(one: TileFeatureState | undefined, other: TileFeatureState): boolean {
  return (
    one?.isReplaced === other.isReplaced &&
    one.isProposedDelete === other.isProposedDelete &&
    one.isResolved === other.isResolved
  );
}

/** Changes may come in quick succession. Tiles are fetched once for all within this time. */
const runMilliseconds = 1_000;

/** Fetches only those tiles again that do not show the latest changes. */
function useFreshTiles(source: TileSource, news: TileNews, reachShare?: number): void {
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

/** This is more than the map engine keeps. */
const mostTiles = 2_000;

/** Fetches the vector tiles of a map, and knows the last operation that each of them includes. */
class TileSource {
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
function useTileSource(client: MapClient, filter: string) {
  const protocol = `map-tiles-${client.mapId}`;
  const source = useMemo(() => new TileSource(client), [client]);
  const isKnown = useEngineProtocol(protocol, (address, signal) => source.fetch(address, signal));
  const address = `${protocol}://{z}/{x}/{y}?${encodeURIComponent(filter)}`;
  return { source, address: isKnown ? address : null };
}
