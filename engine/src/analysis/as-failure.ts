import { MissingBandsError } from '../change/index.ts';
import { AnalysisFailure } from '../failure/analysis-failure.ts';
import { TransportError } from '../source/transport.ts';

/**
 * The error of a search or a run as its caller sees it. Imagery that cannot be reached may be
 * reachable later.
 */
export function asFailure(error: unknown): unknown {
  if (error instanceof TransportError) {
    const { message: detail } = error;
    const reason = { code: 'imagery-not-read', params: { detail } } as const;
    return new AnalysisFailure(reason, { permanent: false, cause: error });
  }
  if (error instanceof MissingBandsError) {
    const { method, missing, known } = error;
    const reason = { code: 'method-lacks-bands', params: { method, missing, known } } as const;
    return new AnalysisFailure(reason, { permanent: true, cause: error });
  }
  return error;
}
