interface Running<Result> {
  readonly result: Promise<Result>;
  readonly cancelling: AbortController;
  waiting: number;
}

/** Runs a task once for all callers who ask for it at the same time. */
export class SharedTasks<Result> {
  readonly #running = new Map<string, Running<Result>>();

  /**
   * Joins the running task of this key, or starts one.
   * @param signal aborts this caller's wait; when nobody waits, the task's signal is aborted
   * @param start begins the task
   * @returns the task's result; rejects with the signal's reason where it is aborted from the start
   */
  run(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const known = this.#running.get(key);
    const running = known ?? this.#start(key, start);
    running.waiting++;
    signal?.addEventListener(
      'abort',
      () => {
        running.waiting--;
        if (running.waiting > 0) return;
        // Later callers start the task anew.
        if (this.#running.get(key) === running) this.#running.delete(key);
        running.cancelling.abort(signal.reason);
      },
      { once: true },
    );
    return running.result;
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const cancelling = new AbortController();
    const result = start(cancelling.signal).finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    const running: Running<Result> = { result, cancelling, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }
}
