import {
  conditionsFor,
  type FeatureFilter,
  type FilterCondition,
  meetsFilter,
  parseFilter,
  writeFilter,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { withParameters } from '../../../lib/parameters.ts';
import { fetchFeatures } from '../calls/features.ts';
import { listKey } from '../calls/map-lists.ts';
import { layerIdOf } from '../state/features.ts';
import type { ConfirmedFeature } from '../state/map-state.ts';
import { useOpenMap } from './open-map.ts';

/** The filter of map, tables and legend. The address keeps it, so that links share it. */
export function useMapFilter() {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get('filter') ?? '';
  const filter = useMemo(() => parseFilter(text) ?? [], [text]);
  const set = (next: FeatureFilter) =>
    setParameters((current) => withParameters(current, { filter: writeFilter(next) || null }), {
      replace: true,
      preventScrollReset: true,
    });
  const without = (condition: FilterCondition) =>
    filter.filter((each) => writeFilter([each]) !== writeFilter([condition]));
  return {
    filter,
    add: (condition: FilterCondition) => set([...without(condition), condition]),
    remove: (condition: FilterCondition) => set(without(condition)),
  };
}

/** Null for a layer without conditions, and while the server counts those of a large map. */
export function useFilteredCount(layerId: string): number | null {
  const { call, map, state } = useOpenMap();
  const { filter } = useMapFilter();
  const ofLayer = useMemo(() => conditionsFor(filter, layerId), [filter, layerId]);
  const isFiltered = ofLayer.length > 0;
  const { features, tileNews } = state;
  const counted = useMemo(() => {
    if (!isFiltered || tileNews !== null) return null;
    const meets = (each: ConfirmedFeature) =>
      layerIdOf(each) === layerId && meetsFilter(ofLayer, layerId, each.state.properties);
    return [...features.values()].filter(meets).length;
  }, [isFiltered, tileNews, features, layerId, ofLayer]);
  const text = writeFilter(ofLayer);
  const page = { mapId: map.id, layerId, filter: text, limit: 1, offset: 0 };
  const { data } = useQuery({
    queryKey: [...listKey(map.id, 'features'), layerId, 'count', text],
    queryFn: ({ signal }) => fetchFeatures(call, page, signal),
    enabled: isFiltered && tileNews !== null,
  });
  return counted ?? (isFiltered ? (data?.total ?? null) : null);
}
