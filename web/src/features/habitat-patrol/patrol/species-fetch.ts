import { AreaError } from '@refugia/contract/area.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { Species, SpeciesFailure, SpeciesRecord } from '@refugia/contract/species.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { CallFailedError, isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import type { AreaEvent } from '../state/patrol-events.ts';
import type { SpeciesInfo, SpeciesPick } from '../state/patrol-state.ts';
import { asOneArea } from './one-area.ts';

const { habitatPatrol: text } = messages;

/** The shapes of a species' area, and sentences that describe them. */
interface SpeciesShapes {
  readonly shapes: readonly (Polygon | MultiPolygon)[];
  readonly notes: readonly string[];
}

/**
 * Calls to the server. Each rejects with RequestRefusedError, CallFailedError or the signal's
 * reason.
 */
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
    if (error instanceof RequestRefusedError) return missing(sentenceOf(error));
    if (error instanceof AreaError) return missing(error.message);
    return missing(text.speciesRequestFailed);
  }
}

/** The specification's sentence, followed by the reason if the server gives one. */
function sentenceOf({ message, body }: RequestRefusedError): string {
  const { reason } = body as SpeciesFailure;
  return reason === undefined ? message : `${message} ${reason}`;
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

/** Reads a species' record, or returns null if it names no species. */
function readRecord(record: SpeciesRecord): SpeciesInfo | null {
  const row: unknown = record.data?.[0];
  if (!Array.isArray(row)) return null;
  const [commonName, scientificName] = row;
  if (typeof commonName !== 'string' || typeof scientificName !== 'string') return null;
  const image: unknown = row[imageColumn];
  return { commonName, scientificName, imageUrl: typeof image === 'string' ? image : null };
}
