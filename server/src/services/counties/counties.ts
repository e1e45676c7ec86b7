import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import type { Position } from 'geojson';
import type { CountiesTask } from './counties-worker.ts';

/** The source of the counties' boundaries. */
export const countiesSource = 'U.S. Census Bureau, 1:10 million';

/**
 * The counties of the United States that touch any of some areas, as a JSON list of `{ geometry, properties }` with
 * name, state and FIPS code. They are found in a thread that ends afterwards, because the atlas is large and seldom
 * needed.
 * @param areas the outer rings of polygons (longitude, latitude)
 */
export async function countiesTouching(areas: readonly (readonly Position[])[]): Promise<string> {
  const url = new URL('./counties-worker.ts', import.meta.url);
  return Buffer.from(await runInThread<CountiesTask, Uint8Array>(url, { areas })).toString();
}
