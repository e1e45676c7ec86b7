import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import type { Position } from 'geojson';
import type { CountiesTask } from './counties-worker.ts';

export const countiesSource = 'U.S. Census Bureau, 1:10 million';

/** They are found in a thread that ends afterwards, because the atlas is large and seldom needed. */
async function find(task: CountiesTask): Promise<string> {
  const url = new URL('./counties-worker.ts', import.meta.url);
  return Buffer.from(await runInThread<CountiesTask, Uint8Array>(url, task)).toString();
}

/**
 * The counties of the United States that touch any of some areas, as a JSON list of
 * `{ geometry, properties }` with name, state and FIPS code.
 * @param areas the outer rings of polygons (longitude, latitude)
 */
export async function countiesTouching(areas: readonly (readonly Position[])[]): Promise<string> {
  return await find({ areas });
}

/** A county by its name with its state, and by the Census Bureau's code. */
export interface ListedCounty {
  readonly name: string;
  readonly fips: string;
}

/** The counties of the United States that lie in some areas, in whole or in part, by name. */
export async function countiesIn(areas: readonly (readonly Position[])[]): Promise<ListedCounty[]> {
  const counties: ListedCounty[] = JSON.parse(await find({ areas, isList: true }));
  return counties.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
