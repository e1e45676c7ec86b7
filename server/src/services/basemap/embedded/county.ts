import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import type { CountyTask } from './county-worker.ts';

/** The counties of the latest positions: people compare the same area again and again. */
const known = new LeastRecentlyUsed<string | null>(200);

/**
 * The county and state of a position in the United States, such as `Natrona County, Wyoming`, or null
 * elsewhere. It is looked up in a thread that ends afterwards, because the atlas is large and seldom needed.
 */
export async function countyAt(longitude: number, latitude: number): Promise<string | null> {
  const key = `${longitude},${latitude}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const url = new URL('./county-worker.ts', import.meta.url);
  const county = await runInThread<CountyTask, string | null>(url, { longitude, latitude });
  known.set(key, county);
  return county;
}
