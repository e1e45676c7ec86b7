import { allOf } from '../../threads/all-of.ts';
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
