import { setTimeout as pause } from 'node:timers/promises';

export interface ProgressWriter<Progress> {
  /** Takes the newest progress, which is stored at the next interval. */
  tell(progress: Progress): void;
  /** Ends the writing, so that nothing is stored any more once this resolves. */
  finish(): Promise<void>;
}

/**
 * Creates a writer that stores the newest progress at once, and then at intervals. What was told in
 * between is skipped.
 * @param save stores progress
 * @param options.failed is told what `save` throws; the next progress is stored nevertheless
 */
export function createProgressWriter<Progress>(
  save: (progress: Progress) => Promise<unknown>,
  options: {
    readonly intervalMilliseconds: number;
    readonly failed?: (error: unknown) => void;
  },
): ProgressWriter<Progress> {
  const ending = new AbortController();
  let newest: { readonly progress: Progress } | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (newest) {
      const { progress } = newest;
      newest = undefined;
      await save(progress).catch(options.failed ?? (() => {}));
      const { signal } = ending;
      await pause(options.intervalMilliseconds, undefined, { signal }).catch(() => {});
    }
    writing = undefined;
  }

  return {
    tell(progress) {
      newest = { progress };
      writing ??= write();
    },
    async finish() {
      newest = undefined;
      ending.abort();
      await writing;
    },
  };
}
