import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { found } from '../access.ts';
import { type ProcessingRow, stepStateOf } from '../stored/processing-row.ts';
import { endLostWork } from './attempt.ts';
import { failedStepStatus, failureSentence } from './failures.ts';
import { type Restarting, restartWork } from './restart.ts';
import { findWork, noticeIdOf, type ProcessingKind, processingChannel, stepsOf } from './work.ts';

/** Reports when work may have progressed, in whichever process it runs. */
export interface StepWatch {
  /**
   * Starts to listen. `changed` resolves when a change of the work is announced, and after a while
   * in any case.
   */
  listen(kind: ProcessingKind, id: number): { readonly changed: Promise<void>; end(): void };
  close(): void;
}

/** After this time a waiting call looks again, even without a notice. */
const patienceMilliseconds = 5_000;

/** Creates the watch on the notices of a process. */
export function watchSteps({ notices }: Pick<Platform, 'notices'>): StepWatch {
  const waiting = new Map<string, Set<() => void>>();
  const tellAll = () => {
    for (const tell of [...waiting.values()].flatMap((known) => [...known])) tell();
  };
  const unlisten = notices.listen(processingChannel, {
    hear({ id }) {
      for (const tell of waiting.get(id) ?? []) tell();
    },
    catchUp: tellAll,
  });

  return {
    listen(kind, id) {
      const key = noticeIdOf({ kind, id });
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      const known = waiting.get(key) ?? new Set();
      waiting.set(key, known.add(resolve));
      const timer = setTimeout(resolve, patienceMilliseconds);
      return {
        changed,
        end() {
          clearTimeout(timer);
          known.delete(resolve);
          if (known.size === 0 && waiting.get(key) === known) waiting.delete(key);
        },
      };
    },
    close() {
      unlisten();
      tellAll();
    },
  };
}

interface StepOfWork<Kind extends ProcessingKind> {
  readonly kind: Kind;
  readonly id: number;
  readonly step: (typeof stepsOf)[Kind][number];
}

/**
 * Waits until a step is done. A step that has not been done yet is waited for, and a step that
 * failed before is repeated.
 * @param signal aborts when the caller leaves; the work itself goes on
 * @throws {ApiFailure} 422 when the step fails, 409 when an earlier step failed, 404 when the row
 * was deleted; the signal's reason
 */
export async function awaitStep<Kind extends ProcessingKind>(
  parts: Restarting & { readonly watch: StepWatch },
  { kind, id, step }: StepOfWork<Kind>,
  signal: AbortSignal,
): Promise<void> {
  const { watch, platform, queues } = parts;
  const { brandName } = platform.config;
  const left = aborted(signal);
  let mayRestart = true;
  for (;;) {
    signal.throwIfAborted();
    // Listening begins before the row is read, so that no change in between is missed.
    const listening = watch.listen(kind, id);
    try {
      const row = found(await findWork(platform.database.orm, kind, id));
      const state = stepStateOf(stepsOf[kind], row, step);
      if (state === 'done') return;
      if (state === 'blocked') {
        throw new ApiFailure(409, 'step_before_failed', failureSentence(row, brandName) ?? '');
      }
      if (state === 'failed') {
        if (!mayRestart) throw failedStep(kind, row, brandName);
        mayRestart = false;
        await restartWork(parts, kind, id);
        continue;
      }
      // Work that is under way now counts as the repetition.
      mayRestart = false;
      await endLostWork(platform, queues, { kind, id, jobId: row.jobId });
      await Promise.race([listening.changed, left]);
    } finally {
      listening.end();
    }
  }
}

/** The reply to a call whose step has failed. The sentence about a raster may leave out what is wrong with the file. */
function failedStep(kind: ProcessingKind, row: ProcessingRow, brandName: string): ApiFailure {
  const { failureReason, failureCode } = row;
  return new ApiFailure(
    failedStepStatus(failureCode),
    failureCode ?? 'step_failed',
    failureSentence(row, brandName) ?? '',
    kind === 'raster' && failureReason ? { reason: failureReason } : undefined,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
