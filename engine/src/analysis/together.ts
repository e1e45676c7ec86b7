/**
 * Does several things at the same time. When one fails, or the signal says so, the others are told by
 * the signal that they are given, and all have ended before this rejects with what the first threw.
 */
export async function together<Results extends readonly unknown[] | []>(
  signal: AbortSignal | undefined,
  tasks: { readonly [Index in keyof Results]: (signal: AbortSignal) => Promise<Results[Index]> },
): Promise<Results> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const started = tasks.map((task) => task(either));
  try {
    return (await Promise.all(started)) as unknown as Results;
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(started);
    throw error;
  }
}
