import type { SceneOutlook } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type { AnalysisRequest } from '@refugia/contract/habitat-patrol/runs.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchScenes } from '../patrol/patrol-api.ts';

export interface SceneOutlookState {
  /** The outlook so far, or undefined before the catalogue has answered. */
  outlook: SceneOutlook | undefined;
  error: Error | null;
  /** Whether scenes are still being looked at. */
  isLooking: boolean;
  /** Whether the outlook belongs to the former request. */
  isStale: boolean;
  lookAgain: () => void;
}

/** Fetches the scenes that a run would use. Their details arrive as they are looked at. */
export function useSceneOutlook(request: AnalysisRequest, enabled: boolean): SceneOutlookState {
  const client = useQueryClient();
  const queryKey = ['changedetection', 'scenes', request];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchScenes(request, signal, (outlook) => {
        if (!signal.aborted) client.setQueryData(queryKey, outlook);
      }),
    enabled,
    placeholderData: keepPreviousData,
    // An incomplete outlook starts again when the list is opened again.
    staleTime: ({ state }) => (state.data?.is_complete ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  return {
    outlook: data,
    error,
    isLooking: isFetching,
    isStale: isPlaceholderData,
    lookAgain: () => void refetch(),
  };
}
