import type { Platform } from '../../../platform/platform.ts';
import { noticeIdOf, type ProcessingKind, processingChannel } from './processing-queries.ts';

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
