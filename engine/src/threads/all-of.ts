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
