import type { BatchedRun } from './batches.ts';
import { hasEnded } from './run-status.ts';

/** What the runs of a batch have found together. */
interface BatchTotals {
  readonly done: number;
  readonly ended: number;
  readonly areaHectares: number;
  readonly clearHectares: number;
  readonly changedHectares: number;
}

/** Adds up the runs of a batch. Only runs that are done count for the hectares. */
export function batchTotals(runs: readonly BatchedRun[]): BatchTotals {
  const sum = (of: (run: BatchedRun) => number | null) =>
    runs.reduce((total, run) => total + (of(run) ?? 0), 0);
  return {
    done: runs.filter(({ status }) => status === 'done').length,
    ended: runs.filter(hasEnded).length,
    areaHectares: sum((run) => run.area_hectares),
    clearHectares: sum((run) => run.clear_hectares),
    changedHectares: sum((run) => run.changed_hectares),
  };
}

/** What a batch has found, in a sentence. */
export function batchFinding(
  runs: readonly BatchedRun[],
  areaText: (hectares: number) => string,
): string {
  const { done, changedHectares } = batchTotals(runs);
  const areas = `${done} of ${runs.length} areas`;
  if (done === 0) return `None of ${runs.length} areas has been compared yet`;
  return changedHectares === 0
    ? `No change found in ${areas}`
    : `${areaText(changedHectares)} changed in ${areas}`;
}
