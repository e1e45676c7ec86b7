import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { fetchFeatures, type RowQuestion } from '../calls/features.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';

/** Features that one call brings. */
const pageSize = 200;

interface FeaturePages {
  /** How many rows answer the question; null until the first page is there. */
  total: number | null;
  isError: boolean;
  /** The rows that are shown answer an earlier question, and the new answer is on its way. */
  isLate: boolean;
  /** The feature in a row; null while it is on its way. */
  featureAt: (row: number) => MapFeature | null;
}

/**
 * The features of a layer, as far as they are in view, so that a table of any length loads only
 * what is looked at.
 * @param layerId null for what was drawn
 * @param first and last: the rows in view of those that answer the question, from 0
 */
export function useFeaturePages(
  { call, map }: MapAccess,
  layerId: string | null,
  { question, first, last }: { question: RowQuestion; first: number; last: number },
): FeaturePages {
  const pages = pagesBetween(first, last);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...mapKeys.features(map.id), layerId ?? 'drawn', question, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchFeatures(
          call,
          {
            ...question,
            mapId: map.id,
            layerId: layerId ?? 'drawn',
            limit: pageSize,
            offset: page * pageSize,
          },
          signal,
        ),
      placeholderData: keepPreviousData,
    })),
  });
  return {
    total: results.find(({ data }) => data !== undefined)?.data?.total ?? null,
    isError: results.some(({ isError }) => isError),
    isLate: results.some(({ isPlaceholderData, isFetching }) => isPlaceholderData && isFetching),
    featureAt(row) {
      const result = results[pages.indexOf(Math.floor(row / pageSize))];
      return result?.data?.features[row % pageSize] ?? null;
    },
  };
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
