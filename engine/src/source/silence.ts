/** So many deadlines in a row are waited for while bytes come: who sends one now and then is given up, too. */
const mostDeadlines = 20;

/** What ends an attempt that nothing comes of any more. */
export interface SilenceWatch {
  /** Aborts when a deadline passes in which no byte has come. */
  readonly signal: AbortSignal;
  /** The attempt is over: what deadlines do is of no interest any more. */
  end(): void;
}

/**
 * Watches an attempt: as long as bytes come, however slowly, the next deadline begins where one passes. A
 * slow line has as much time as its bytes take; a dead one has one deadline.
 *
 * @param startDeadline gives a signal that aborts when a deadline has passed
 * @param bytesRead what has come so far
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
