import type { FeatureCollection } from 'geojson';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { resolvedFeatures } from '../comments/comments.ts';
import { proposedDeletes } from '../drawing/feature-data.ts';
import { layerPrefixes } from '../drawing/feature-layers.tsx';
import type { TileNews } from '../state/tile-news.ts';
import { useComments } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import type { TileFeatureState } from './tile-status.ts';

const sourceId = layerPrefixes.tiles;
type States = ReadonlyMap<string, TileFeatureState>;
const none: States = new Map();
const usual: TileFeatureState = { isReplaced: false, isProposedDelete: false, isResolved: false };

/** Tells the map engine the properties of features that tiles do not contain. */
export function useFeatureStates(
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
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    void wanted;
    tellNow();
  }, [wanted]);
  useMapEvents(map, { sourcedata: tell });
}

function isSameState(one: TileFeatureState | undefined, other: TileFeatureState): boolean {
  return (
    one?.isReplaced === other.isReplaced &&
    one.isProposedDelete === other.isProposedDelete &&
    one.isResolved === other.isResolved
  );
}
