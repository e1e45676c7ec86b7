import { MissingBandsError } from '../change/index.ts';
import { TransportError } from '../source/transport.ts';
import { AnalysisFailure } from './types.ts';

/** What broke a search or a run, as its caller shall see it: imagery that can't be reached may be later. */
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
