import type { Platform } from '../../../platform/platform.ts';
import { noticeIdOf, type ProcessingKind, processingChannel } from './processing-queries.ts';

/** Tells when work may have moved on, in whichever process it is. */
export interface StepWatch {
  /**
   * Begins to listen at once; `changed` resolves when something was told of the work since, and after a
   * while in any case.
   */
  listen(kind: ProcessingKind, id: number): { readonly changed: Promise<void>; end(): void };
  close(): void;
}

/** Whoever waits looks again after this time, even without a notice. */
const patienceMilliseconds = 5_000;

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
