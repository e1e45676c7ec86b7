import type { HabitatShape, SpeciesRange, SpeciesRecord } from '@refugia/contract/species.ts';
import { callApi } from '../../../lib/session.ts';
import { fetchSpeciesList } from '../../../lib/species-list.ts';
import { notesOfHabitat } from './habitat-notes.ts';
import type { SpeciesApi } from './species-fetch.ts';

const areaPath = '/api/changedetection/aoi';

/** The calls of the species search and the species panel to the server. */
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
