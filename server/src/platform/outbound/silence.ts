/** The most deadlines while bytes arrive, since single bytes must not hold a request forever. */
const mostDeadlines = 20;

/** Ends an attempt that no longer receives anything. */
export interface SilenceWatch {
  /** Aborted when a deadline passes without a byte. */
  readonly signal: AbortSignal;
  /** Ends the watch when the attempt is over. */
  end(): void;
}

/**
 * Watches an attempt. When a deadline passes, the next one begins if bytes have arrived since,
 * however few. A slow connection therefore has the time that its bytes need, and a dead one has a
 * single deadline.
 *
 * @param startDeadline returns a signal that is aborted when a deadline has passed
 * @param bytesRead returns how many bytes have arrived so far
 */
export function watchSilence(
  startDeadline: () => AbortSignal,
  bytesRead: () => number,
): SilenceWatch {
  const silent = new AbortController();
  let isOver = false;
  const wait = (heard: number, left: number): void => {
    startDeadline().addEventListener(
      'abort',
      () => {
        if (isOver) return;
        const now = bytesRead();
        if (now > heard && left > 1) wait(now, left - 1);
        else silent.abort();
      },
      { once: true },
    );
  };
  wait(0, mostDeadlines);
  return {
    signal: silent.signal,
    end: () => {
      isOver = true;
    },
  };
}
