import { MissingBandsError } from '../change/index.ts';
import { AnalysisFailure } from '../failure/analysis-failure.ts';
import { TransportError } from '../source/transport.ts';

/**
 * The error of a search or a run as its caller sees it. Imagery that cannot be reached may be
 * reachable later.
 */
export function asFailure(error: unknown): unknown {
  if (error instanceof TransportError) {
    const reason = `The imagery could not be read: ${error.message}`;
    return new AnalysisFailure(reason, { permanent: false, cause: error });
  }
  if (error instanceof MissingBandsError) {
    const reason = `${error.message} Choose another method or other dates.`;
    return new AnalysisFailure(reason, { permanent: true, cause: error });
  }
  return error;
}
