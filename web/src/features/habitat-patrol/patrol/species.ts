import { AreaError } from '@refugia/contract/area.ts';
import { messages } from '@refugia/contract/messages.ts';
import type {
  HabitatShape,
  Species,
  SpeciesRange,
  SpeciesRecord,
} from '@refugia/contract/species.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { CallFailedError, isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { fetchSpeciesList } from '../../../lib/species-list.ts';
import type { AreaEvent } from '../state/patrol-events.ts';
import type { SpeciesInfo, SpeciesPick } from '../state/patrol-state.ts';
import { asOneArea } from './one-area.ts';

const { habitatPatrol: text } = messages;

interface SpeciesShapes {
  readonly shapes: readonly (Polygon | MultiPolygon)[];
  readonly notes: readonly string[];
}

/** Calls that throw RequestRefusedError, CallFailedError or the signal's reason. */
export interface SpeciesApi {
  speciesList(signal: AbortSignal): Promise<readonly Species[]>;
  speciesShapes(pick: SpeciesPick, signal: AbortSignal): Promise<SpeciesShapes>;
  speciesRecord(speciesID: number, signal: AbortSignal): Promise<SpeciesRecord>;
}

/** Fetches a species' area. @returns the event for the state machine */
export async function fetchSpeciesArea(
  api: SpeciesApi,
  pick: SpeciesPick,
  signal: AbortSignal,
): Promise<AreaEvent> {
  const missing = (message: string): AreaEvent => ({
    type: 'species-area-missing',
    pick,
    message,
  });
  try {
    const { shapes, notes } = await api.speciesShapes(pick, signal);
    if (shapes.length === 0) return missing(text.noRangeFound);
    return { type: 'species-area-found', pick, area: asOneArea(shapes), notes };
  } catch (error) {
    if (signal.aborted || isAbort(error)) throw error;
    if (error instanceof RequestRefusedError) return missing(error.withReason());
    if (error instanceof AreaError) return missing(error.message);
    return missing(text.speciesRequestFailed);
  }
}

const imageColumn = 9;

/**
 * Fetches what the species panel shows.
 * @returns what happened, for the state machine; null where the lookup failed, which is only logged
 */
export async function fetchSpeciesInfo(
  api: SpeciesApi,
  pick: SpeciesPick,
  signal: AbortSignal,
): Promise<AreaEvent | null> {
  try {
    const list = await api.speciesList(signal);
    const species = list.find(({ scientific_name }) => scientific_name === pick.scientificName);
    if (species === undefined) return null;
    const info = readRecord(await api.speciesRecord(species.speciesID, signal));
    return info === null
      ? { type: 'species-info-unusable', pick }
      : { type: 'species-info-found', pick, info };
  } catch (error) {
    if (signal.aborted || isAbort(error)) throw error;
    if (!(error instanceof RequestRefusedError || error instanceof CallFailedError)) throw error;
    console.info(`Habitat Patrol: no information on ${pick.scientificName}. ${error.message}`);
    return null;
  }
}

function readRecord(record: SpeciesRecord): SpeciesInfo | null {
  const row: unknown = record.data?.[0];
  if (!Array.isArray(row)) return null;
  const [commonName, scientificName] = row;
  if (typeof commonName !== 'string' || typeof scientificName !== 'string') return null;
  const image: unknown = row[imageColumn];
  return { commonName, scientificName, imageUrl: typeof image === 'string' ? image : null };
}

const areaPath = '/api/changedetection/aoi';

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

function notesOfHabitat(shapes: readonly HabitatShape[]): string[] {
  const sources = [...new Set(shapes.map(({ source }) => source))];
  const tolerance = Math.max(0, ...shapes.map(({ tolerance_meters }) => tolerance_meters));
  const notes = sources.map((source) => `Source: ${source.replace(/\.$/, '')}.`);
  if (shapes.some(({ approximate }) => approximate)) {
    notes.unshift('Approximate: these are not the boundaries as designated.');
  }
  if (tolerance > 0) {
    notes.push(`The outline was simplified: it may be off by ${Math.ceil(tolerance)} m.`);
  }
  return notes;
}
