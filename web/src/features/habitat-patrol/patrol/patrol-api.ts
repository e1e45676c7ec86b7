import type { SceneOutlook } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type {
  AnalysisRequest,
  FailedAttempt,
  Imagery,
  Run,
} from '@refugia/contract/habitat-patrol/runs.ts';
import { CallFailedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { formatDatesIn } from '../format.ts';
import { watchRunEvents } from './run-events.ts';
import type { RunSource } from './run-follower.ts';

const base = '/api/changedetection';

export interface PatrolApi extends RunSource {
  /**
   * Starts a run.
   * @returns the run's id
   */
  start(request: AnalysisRequest, signal: AbortSignal): Promise<string>;
  cancel(id: string): Promise<void>;
}

/** The calls of Habitat Patrol to the server. */
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

/** Fetches which imagery the server uses. */
export function fetchImagery(signal: AbortSignal): Promise<Imagery> {
  return callApi<Imagery>(`${base}/imagery`, { signal });
}

/**
 * Fetches the scenes that a run with this request would use.
 * @param onOutlook is called with the results so far, first the catalogue's figures
 */
export async function fetchScenes(
  request: AnalysisRequest,
  signal: AbortSignal,
  onOutlook: (outlook: SceneOutlook) => void,
): Promise<SceneOutlook> {
  const tell = (line: SceneOutlook | FailedAttempt) => {
    if ('error' in line) throw new CallFailedError(formatDatesIn(line.reason ?? line.error), null);
    onOutlook(line);
  };
  return callApi<SceneOutlook>(`${base}/scenes`, {
    method: 'POST',
    body: request,
    signal,
    onLine: (line) => tell(line as SceneOutlook | FailedAttempt),
  });
}
