import type { AnalysisRequest } from '@refugia/contract/habitat-patrol.ts';
import type { SceneSurvey } from '@refugia/contract/run-scenes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchScenes } from '../patrol/patrol-api.ts';

interface SceneSurveyState {
  /** What is known so far; undefined before the catalogue has answered. */
  survey: SceneSurvey | undefined;
  error: Error | null;
  /** Scenes are still being looked at. */
  isLooking: boolean;
  /** Whether the survey belongs to the former request. */
  isStale: boolean;
  lookAgain: () => void;
}

/** The scenes that a run would use, filled in as they are looked at. */
export function useSceneSurvey(request: AnalysisRequest, enabled: boolean): SceneSurveyState {
  const client = useQueryClient();
  const queryKey = ['changedetection', 'scenes', request];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchScenes(request, signal, (survey) => {
        if (!signal.aborted) client.setQueryData(queryKey, survey);
      }),
    enabled,
    placeholderData: keepPreviousData,
    // An incomplete survey starts again when the list is opened again.
    staleTime: ({ state }) => (state.data?.is_complete ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  return {
    survey: data,
    error,
    isLooking: isFetching,
    isStale: isPlaceholderData,
    lookAgain: () => void refetch(),
  };
}
