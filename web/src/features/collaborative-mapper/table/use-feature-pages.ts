import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { fetchFeatures, type RowQuestion } from '../calls/features.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';

/** The number of features that one call loads. */
const pageSize = 200;

interface FeaturePages {
  /** The number of rows that match the question, or null until the first page has loaded. */
  total: number | null;
  isError: boolean;
  /** Whether the rows that are shown answer an earlier question while the new answer is loading. */
  isLate: boolean;
  /** The feature in a row, or null while it is loading. */
  featureAt: (row: number) => MapFeature | null;
}

/**
 * Loads those features of a layer that are in view, so that the length of the table does not
 * matter.
 * @param layerId null for drawn features
 * @param range `first` and `last` are the rows in view, from 0, among those that match `question`
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
