/**
 * Resolves to the results of all promises. If some reject, it waits until all have settled, so that
 * none works on afterwards. It then rejects with the reason of the first in order, so that the same
 * failures are always reported in the same way.
 */
export async function allOf<Result>(promises: readonly Promise<Result>[]): Promise<Result[]> {
  const results = await Promise.allSettled(promises);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Works on a few items at a time. Waits for all that have started before it rejects. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of queue) await work(item);
  });
  await allOf(workers);
}

/**
 * Does several things at the same time. If one fails, or the signal is aborted, the signal that the
 * others are given is aborted. It rejects with the first failure, after all have ended.
 */
export async function together<Results extends readonly unknown[] | []>(
  signal: AbortSignal | undefined,
  tasks: { readonly [Index in keyof Results]: (signal: AbortSignal) => Promise<Results[Index]> },
): Promise<Results> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const started = tasks.map((task) => task(either));
  try {
    return (await Promise.all(started)) as Results;
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(started);
    throw error;
  }
}
