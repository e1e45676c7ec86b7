import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchFeatures, type RowQuestion } from '../calls/features.ts';
import { listKey } from '../calls/map-lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const pageSize = 200;

/** Loads the features in view alone. `first` and `last` are rows, from 0, that meet `question`. */
export function useFeaturePages(
  layerId: string,
  { question, first, last }: { question: RowQuestion; first: number; last: number },
) {
  const { call, map } = useOpenMap();
  const pages = pagesBetween(first, last);
  const queriesFor = (rows: RowQuestion, enabled: boolean) =>
    pages.map((page) => ({
      queryKey: [...listKey(map.id, 'features'), layerId, rows, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const offset = page * pageSize;
        const request = { ...rows, mapId: map.id, layerId, limit: pageSize, offset };
        return fetchFeatures(call, request, signal);
      },
      enabled,
    }));
  const current = useQueries({ queries: queriesFor(question, true) });
  const hasAnswer = current.some(({ data }) => data !== undefined);
  // `keepPreviousData` has no effect in `useQueries`, so the rows of the question before are read
  // from the cache until the first answer to the present one.
  const [answered, setAnswered] = useState(question);
  if (hasAnswer && answered !== question) setAnswered(question);
  const earlier = useQueries({ queries: queriesFor(answered, false) });
  const shown = hasAnswer ? current : earlier;
  const total = shown.find(({ data }) => data !== undefined)?.data?.total ?? null;
  return {
    /** Null until the first page has loaded. */
    total,
    isError: current.some(({ isError }) => isError),
    retry() {
      for (const { isError, refetch } of current) if (isError) void refetch();
    },
    /** Whether the rows that are shown answer an earlier question while the new answer is loading. */
    isLate: !hasAnswer && total !== null && current.some(({ isFetching }) => isFetching),
    /** The feature in a row, or null while it is loading. */
    featureAt(row: number): MapFeature | null {
      const result = shown[pages.indexOf(Math.floor(row / pageSize))];
      return result?.data?.features[row % pageSize] ?? null;
    },
  };
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.max(0, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
