import type { Species } from '@refugia/contract/species.ts';
import { callApi } from './session.ts';

/** The list is long and does not change while the page is open, so it is fetched once. */
let list: Promise<readonly Species[]> | null = null;

/** The searchable species, by common name. A failed call is repeated at the next use. */
export function fetchSpeciesList(): Promise<readonly Species[]> {
  list ??= callApi<Species[]>('/api/changedetection/aoi', { method: 'PUT' }).catch(
    (error: unknown) => {
      list = null;
      throw error;
    },
  );
  return list;
}
