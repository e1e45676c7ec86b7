import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { AnalysisBody } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailedError, failureText } from '../../../lib/api-errors.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { type DatePair, datePairs, refusalOfDates } from '../dates/dates.ts';
import { formatDatesIn, formatShare } from '../format.ts';
import { fetchScenes, isFailedAttempt } from '../patrol/patrol-api.ts';
import { requestOf } from '../state/analysis-request.ts';
import { allScenes, type Ready } from '../state/patrol-state.ts';

/** Scenes are read after the area and the dates have not changed for this time. */
const pauseMilliseconds = 1_000;
const { finestMeters } = limits.habitatPatrol.workPixels;

/**
 * How much of the area a run would see, or null for areas without the finest pixels: for one the
 * size of a state the answer would take as long as the run.
 */
export function useExpectedShare(state: Ready) {
  const settings = useDebounced(state, pauseMilliseconds);
  const { retry, ...preview } = useScenePreview(requestOf(settings), canBePreviewed(settings));
  const expected: ExpectedShare =
    settings === state ? expectedShareOf(preview) : { kind: 'reading' };
  return { expected: canBePreviewed(state) ? expected : null, retry };
}

/**
 * Finds what the last two summers show in place of the chosen dates, after these.
 * @param own what the chosen dates show
 */
export function useSummers(
  state: Ready,
  own: ExpectedShare | null,
): { summers: DatePair; gain: Gain } {
  const [summers] = datePairs(utcDay(new Date()));
  const { startDate, endDate } = summers;
  const isSame = startDate === state.startDate && endDate === state.endDate;
  const other = { ...state, startDate, endDate, scenes: allScenes };
  const isTurn = !isSame && own !== null && own.kind !== 'reading';
  const theirs = expectedShareOf(useScenePreview(requestOf(other), isTurn));
  return { summers, gain: isSame ? { kind: 'none' } : gainOf(own, theirs) };
}

function canBePreviewed(state: Ready): boolean {
  return expectedPixelMeters(state.area) === finestMeters && refusalOfDates(state) === null;
}

export type ExpectedShare =
  | { readonly kind: 'reading' }
  | { readonly kind: 'known'; readonly share: number }
  | { readonly kind: 'unknown'; readonly reason: string };

const runsAllTheSame = 'The analysis can be run all the same.';
const previewFailed = `The scenes could not be looked up. ${runsAllTheSame}`;
const timeRanOut = `How much of the area can be seen is not known: not enough of its scenes could be read in time. ${runsAllTheSame}`;

/** Gives the share of a preview once it is final, or the reason why there will be none. */
export function expectedShareOf({
  preview,
  error,
  isReading,
  isStale,
}: Omit<ReturnType<typeof useScenePreview>, 'retry'>): ExpectedShare {
  const share = isStale ? null : (preview?.seen_share ?? null);
  if (share !== null) return { kind: 'known', share };
  if (isReading) return { kind: 'reading' };
  return { kind: 'unknown', reason: error ? previewFailureText(error) : timeRanOut };
}

/**
 * The reason why scenes could not be read. The usual sentence of a failed attempt would say that it
 * is repeated.
 */
export function previewFailureText(error: Error): string {
  if (isFailedAttempt(error)) return formatDatesIn(error.reason ?? error.message);
  // A failure without a status has a sentence of the preview, or of this device.
  const isTold = error instanceof CallFailedError && error.status === null;
  return isTold ? `${error.message} ${runsAllTheSame}` : failureText(error, previewFailed);
}

/** What other dates would show more than the chosen ones. */
export type Gain =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  /** In words, such as '99 % visible instead of 45 %'. */
  | { readonly kind: 'known'; readonly text: string };

/** Compares what two pairs of dates show. @param own null where it is not known */
export function gainOf(own: ExpectedShare | null, theirs: ExpectedShare): Gain {
  if (own?.kind !== 'known' || theirs.kind !== 'known') return { kind: 'unknown' };
  const [more, less] = [wholePercent(theirs.share), wholePercent(own.share)];
  if (theirs.share <= own.share || more === less) return { kind: 'none' };
  return { kind: 'known', text: `${more} visible instead of ${less}` };
}

/**
 * Writes a share in whole percent, because a preview in coarse pixels tells no more. Nearly all is
 * not written as all, nor little as nothing.
 */
export function wholePercent(share: number): string {
  const whole = Math.round(share * 100) / 100;
  return formatShare(whole === 0 || whole === 1 ? share : whole);
}

/** Fetches the scenes that a run would use. Their details arrive as they are read. */
export function useScenePreview(request: AnalysisBody, enabled: boolean) {
  const client = useQueryClient();
  const queryKey = ['changedetection', 'scenes', request];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchScenes(request, signal, (preview) => {
        if (!signal.aborted) client.setQueryData(queryKey, preview);
      }),
    enabled,
    placeholderData: keepPreviousData,
    // An incomplete preview starts again when the list is opened again.
    staleTime: ({ state }) => (state.data?.is_complete ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  return {
    preview: data,
    error,
    /** Whether scenes are still being read. */
    isReading: isFetching,
    /** Whether the preview belongs to the former request. */
    isStale: isPlaceholderData,
    retry: () => void refetch(),
  };
}
