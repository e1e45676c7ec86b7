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
