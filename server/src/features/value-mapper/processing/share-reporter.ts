import type { Queryable } from '../../../platform/database/database.ts';
import { saveStep, type WorkedOn } from './processing-queries.ts';

const intervalMilliseconds = 400;

/** Creates a reporter that stores the progress of a step at intervals. */
export function createShareReporter(orm: Queryable, work: WorkedOn, step: string) {
  let told = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    tell(share: number): void {
      const now = Date.now();
      if (now - told < intervalMilliseconds) return;
      told = now;
      // If the progress can't be stored, the next report stores it.
      writing = writing.then(() => saveStep(orm, work, { step, share })).catch(() => {});
    },
    /** Resolves when all reports have been stored. */
    async finish(): Promise<void> {
      await writing;
    },
  };
}
