import { useQuery } from '@tanstack/react-query';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { fetchComments } from '../calls/comments.ts';
import { mapKeys } from '../calls/map-access.ts';
import { proposedDeletes } from '../drawing/feature-data.ts';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';
import type { TileNews } from '../state/tile-news.ts';
import { resolvedFeatures } from './resolved-features.ts';
import type { TileFeatureState } from './tile-look.ts';

const nothing: ReadonlyMap<string, TileFeatureState> = new Map();
const unsaid: TileFeatureState = {
  isReplaced: false,
  isProposedDelete: false,
  isResolved: false,
};

interface FeatureStatesOptions {
  client: MapClient;
  state: MapState;
  news: TileNews;
}

/** Tells the map engine the properties of features that tiles do not contain. */
export function useFeatureStates(
  map: MapLibreMap | undefined,
  sourceId: string,
  { client, state: { features, proposals }, news: { changed } }: FeatureStatesOptions,
): void {
  const { data: comments } = useQuery({
    queryKey: mapKeys.comments(client.mapId),
    queryFn: ({ signal }) => fetchComments(client.call, client.mapId, signal),
  });
  const wanted = useMemo(() => {
    const states = new Map<string, TileFeatureState>();
    const add = (ids: Iterable<string>, state: Partial<TileFeatureState>) => {
      for (const id of ids) states.set(id, { ...unsaid, ...states.get(id), ...state });
    };
    add(features.keys(), { isReplaced: true });
    add(changed.keys(), { isReplaced: true });
    add(proposedDeletes(proposals), { isProposedDelete: true });
    add(resolvedFeatures(comments ?? []), { isResolved: true });
    return states;
  }, [features, changed, proposals, comments]);
  /**
   * The states that the map engine has, and the source that they belong to. Another base map makes
   * a new source.
   */
  const told = useRef<{ source: unknown; states: ReadonlyMap<string, TileFeatureState> }>({
    source: null,
    states: new Map(),
  });
  const tell = useEffectEvent(() => {
    const source = map?.getSource(sourceId);
    if (!map || !source) return;
    const before = told.current.source === source ? told.current.states : nothing;
    told.current = { source, states: wanted };
    if (before === wanted) return;
    const target = (id: string) => ({ source: sourceId, sourceLayer: 'features', id });
    // An outdated state is overwritten with the default, because the map engine throws if a state
    // is removed and then set.
    for (const id of before.keys()) if (!wanted.has(id)) map.setFeatureState(target(id), unsaid);
    for (const [id, state] of wanted) {
      if (!isSameState(before.get(id), state)) map.setFeatureState(target(id), state);
    }
  });
  useEffect(() => {
    void wanted;
    tell();
  }, [wanted]);
  useEffect(() => {
    if (!map) return;
    map.on('sourcedata', tell);
    return () => {
      map.off('sourcedata', tell);
    };
  }, [map]);
}

function isSameState(one: TileFeatureState | undefined, other: TileFeatureState): boolean {
  return (
    one?.isReplaced === other.isReplaced &&
    one.isProposedDelete === other.isProposedDelete &&
    one.isResolved === other.isResolved
  );
}
