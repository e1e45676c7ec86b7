import type { ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type {
  AnalysisBody,
  FailedAttempt,
  Imagery,
  Run,
} from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/session.ts';
import { formatDatesIn } from '../format.ts';
import { type RunSource, watchRunEvents } from './run-follower.ts';

const base = '/api/changedetection';

export interface PatrolApi extends RunSource {
  /**
   * Starts a run.
   * @returns the run's id
   */
  start(request: AnalysisBody, signal: AbortSignal): Promise<string>;
  cancel(id: string): Promise<void>;
}

export const patrolApi: PatrolApi = {
  async start(request, signal) {
    const { id } = await callApi<{ id: string }>(`${base}/analysis`, {
      method: 'POST',
      body: request,
      headers: { prefer: 'respond-async' },
      signal,
    });
    return id;
  },
  read: (id, signal) => callApi<Run>(`${base}/runs/${encodeURIComponent(id)}`, { signal }),
  async cancel(id) {
    await callApi(`${base}/runs/${encodeURIComponent(id)}/cancel`, { method: 'POST' });
  },
  watch: (id, onProgress, signal) =>
    watchRunEvents(`${base}/runs/${encodeURIComponent(id)}/events`, onProgress, signal),
};

/** The imagery that the server uses, with its examples. It is fetched once. */
export function useImagery() {
  return useQuery({
    ...apiQuery<Imagery>(['changedetection', 'imagery'], `${base}/imagery`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How long the reply may take beyond the server's own limit, for the way and the start of a preview. */
const longestPreviewMilliseconds = (limits.habitatPatrol.scenePreviewSeconds + 5) * 1_000;

/**
 * Fetches the scenes that a run with this request would use.
 * @param onPreview is called with the results so far, first the catalogue's figures
 * @throws CallFailedError also when they were not found in time
 */
export async function fetchScenes(
  request: AnalysisBody,
  signal: AbortSignal,
  onPreview: (preview: ScenePreview) => void,
): Promise<ScenePreview> {
  const tell = (line: ScenePreview | FailedAttempt) => {
    if ('error' in line) throw new CallFailedError(formatDatesIn(line.reason ?? line.error), null);
    onPreview(line);
  };
  const ending = new AbortController();
  const end = (reason: unknown) => ending.abort(reason);
  signal.addEventListener('abort', () => end(signal.reason), { signal: ending.signal });
  const overdue = new CallFailedError('The scenes were not looked up in time.', null);
  const timer = setTimeout(end, longestPreviewMilliseconds, overdue);
  try {
    return await callApi<ScenePreview>(`${base}/scenes`, {
      method: 'POST',
      body: request,
      signal: ending.signal,
      onLine: (line) => tell(line as ScenePreview | FailedAttempt),
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the server remembers that this request failed. It answers at once, which counts as an
 * attempt.
 */
export function isFailedAttempt(error: unknown): error is RequestRefusedError {
  return error instanceof RequestRefusedError && error.code === 'attempt_would_fail_again';
}
