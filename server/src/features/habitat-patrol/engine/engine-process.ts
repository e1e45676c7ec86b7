import { processEnvironment } from '@refugia/engine/analysis/process-environment.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { ProcessFailure } from '../../../platform/processes/process-failure.ts';
import { type ProcessOptions, runInProcess } from '../../../platform/processes/run-in-process.ts';
import type { DatingProgram, RunProgram, SearchProgram } from './engine-main.ts';

/** Rasters lie outside of the heap, and are limited by a run's number of pixels. */
const heapMegabytes = 1024;
const entry = new URL('./engine-main.ts', import.meta.url);
/**
 * Runs have a lower priority so that HTTP and map tiles come first, and the dating of patches comes after
 * runs. Searches have the normal one because people wait for them.
 */
const niceness = { run: 10, search: 0, dates: 15 } as const;

/**
 * Runs one order in a process of its own, which ends with it.
 * @throws {AnalysisFailure} also when the process needs more memory than it may use
 * @throws {ProcessFailure} when the process ends otherwise; the signal's reason when aborted
 */
export async function runEngine<Launched extends RunProgram | SearchProgram | DatingProgram>(
  order: Launched['order'],
  options: Pick<ProcessOptions<Launched>, 'signal' | 'onProgress' | 'compiledFolder'>,
): Promise<Extract<Launched['result'], { kind: 'done' }>['reply']> {
  const outcome: Launched['result'] = await runInProcess<Launched>(entry, order, {
    ...options,
    heapMegabytes,
    niceness: niceness[order.kind],
    environment: processEnvironment,
  }).catch((error: unknown) => {
    if (!(error instanceof ProcessFailure) || error.kind !== 'memory') throw error;
    throw new AnalysisFailure({ code: 'out-of-memory' }, { permanent: true, cause: error });
  });
  if (outcome.kind === 'done') return outcome.reply;
  throw new AnalysisFailure(outcome.fact, { permanent: outcome.permanent });
}
