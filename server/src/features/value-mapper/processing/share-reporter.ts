import type { Queryable } from '../../../platform/database/database.ts';
import { saveStep, type WorkedOn } from './processing-queries.ts';

const intervalMilliseconds = 400;

/** Writes how far a step is into its row, now and then. */
export function createShareReporter(orm: Queryable, work: WorkedOn, step: string) {
  let told = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    tell(share: number): void {
      const now = Date.now();
      if (now - told < intervalMilliseconds) return;
      told = now;
      // A share that can't be written now is written with the next one.
      writing = writing.then(() => saveStep(orm, work, { step, share })).catch(() => {});
    },
    /** Resolves when nothing more is written. */
    async finish(): Promise<void> {
      await writing;
    },
  };
}
