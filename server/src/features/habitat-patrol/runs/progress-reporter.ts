import { setTimeout as pause } from 'node:timers/promises';
import type { RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';
import type { AnalysisProgress } from '@refugia/engine/analysis/types.ts';
import type { Platform } from '../../../platform/platform.ts';
import { saveProgress } from './queries.ts';

const progressMilliseconds = 200;

export interface ProgressReporter {
  tell(progress: AnalysisProgress): void;
  /** Stops writing progress, so that the run's final state stays. */
  finish(): Promise<void>;
}

/** Writes a run's newest progress to the database a few times a second. */
export function reportProgress(
  runId: string,
  platform: Pick<Platform, 'database' | 'log'>,
): ProgressReporter {
  const { orm } = platform.database;
  const startedAt = Date.now();
  const ending = new AbortController();
  let newest: RunProgress | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (newest) {
      const progress = newest;
      newest = undefined;
      try {
        await saveProgress(orm, runId, progress);
      } catch (error) {
        // The next step reports its progress again, so the run continues.
        platform.log.warn({ err: error, run: runId }, 'saving progress');
      }
      await pause(progressMilliseconds, undefined, { signal: ending.signal }).catch(() => {});
    }
    writing = undefined;
  }

  return {
    tell(progress) {
      newest = { ...progress, elapsed_seconds: (Date.now() - startedAt) / 1000 };
      writing ??= write();
    },
    async finish() {
      newest = undefined;
      ending.abort();
      await writing;
    },
  };
}
