import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import type { CountyTask } from './county-worker.ts';

/**
 * The county and state of a position in the United States, such as `Natrona County, Wyoming`, or null
 * elsewhere. It is looked up in a thread that ends afterwards, because the atlas is large and seldom needed.
 */
export async function countyAt(longitude: number, latitude: number): Promise<string | null> {
  const url = new URL('./county-worker.ts', import.meta.url);
  return await runInThread<CountyTask, string | null>(url, { longitude, latitude });
}
