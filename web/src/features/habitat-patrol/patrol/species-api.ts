import type {
  HabitatShape,
  Species,
  SpeciesRange,
  SpeciesRecord,
} from '@refugia/contract/species.ts';
import { callApi } from '../../../lib/session.ts';
import { notesOfHabitat } from './habitat-notes.ts';
import type { SpeciesApi } from './species-fetch.ts';

const areaPath = '/api/changedetection/aoi';

/** The list is long and never changes while the page stands: it is fetched once. */
let list: Promise<readonly Species[]> | null = null;

/** The species that are searched, by common name. A list that did not come is asked for again. */
export function fetchSpeciesList(): Promise<readonly Species[]> {
  list ??= callApi<Species[]>(areaPath, { method: 'PUT' }).catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

/** The server's side of the search boxes and of the species panel. */
export const speciesApi: SpeciesApi = {
  speciesList: fetchSpeciesList,
  async speciesShapes({ type, scientificName }, signal) {
    const query = { species: scientificName, type };
    if (type === 'species_range') {
      const { geometries, note } = await callApi<SpeciesRange>(areaPath, { query, signal });
      return { shapes: geometries.flat(), notes: [`Approximate. ${note}`] };
    }
    const shapes = await callApi<HabitatShape[]>(areaPath, { query, signal });
    return { shapes, notes: notesOfHabitat(shapes) };
  },
  speciesRecord: (speciesID, signal) =>
    callApi<SpeciesRecord>(`/api/species/${speciesID}`, { signal }),
};
