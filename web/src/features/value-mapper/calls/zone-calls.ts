import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  type ZoneEdgeRule,
  type ZoneFileFormat,
  zonesPath,
} from '@refugia/contract/value-mapper/calls.ts';
import type {
  NewZoneSet,
  ZoneOutlines,
  ZoneSet,
  ZoneStatistics,
  ZonesBody,
} from '@refugia/contract/value-mapper/zones.ts';
import { callValueMapper } from './shared-link.ts';

/** The query key of a project's zones. */
export const zonesKey = (projectId: number) => ['value-mapper', 'zones', projectId];

/** Fetches the sets of zones of a project. */
export function fetchZoneSets(projectID: number, signal?: AbortSignal): Promise<ZoneSet[]> {
  return callValueMapper(zonesPath, { query: { projectID }, signal });
}

/** Makes zones of a shape, of a map's polygons or of counties. */
export function makeZones(projectID: number, body: ZonesBody): Promise<NewZoneSet> {
  return callValueMapper(zonesPath, { method: 'POST', query: { projectID }, body });
}

/** Makes zones of the polygons of a file, which is in the form. */
export function uploadZones(
  projectID: number,
  body: FormData,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<NewZoneSet> {
  return callValueMapper(`${zonesPath}/file`, {
    method: 'POST',
    query: { projectID },
    body,
    ...options,
  });
}

/** Deletes a set of zones. */
export function deleteZones(setId: number): Promise<unknown> {
  return callValueMapper(`${zonesPath}/${setId}`, { method: 'DELETE' });
}

/** Fetches the outlines of a set of zones. */
export function fetchOutlines(setId: number, signal?: AbortSignal): Promise<ZoneOutlines> {
  return callValueMapper(`${zonesPath}/${setId}/outlines`, { signal });
}

/** What is asked about zones. */
export interface StatisticsQuestion {
  /** `layer:ID` or `combination:ID`. */
  readonly source: string;
  readonly threshold: number;
  readonly edges: ZoneEdgeRule;
}

/** Measures a raster's values in a set of zones. */
export async function fetchStatistics(
  setId: number,
  question: StatisticsQuestion,
  signal?: AbortSignal,
): Promise<readonly ZoneStatistics[]> {
  const path = `${zonesPath}/${setId}/statistics`;
  const { zones } = await callValueMapper<{ zones: ZoneStatistics[] }>(path, {
    query: { ...question },
    signal,
  });
  return zones;
}

/** Asks which share of such a measurement is done, 0 to 1; null where that is not known. */
export async function fetchStatisticsShare(
  setId: number,
  question: StatisticsQuestion,
  signal?: AbortSignal,
): Promise<number | null> {
  const path = `${zonesPath}/${setId}/statistics/progress`;
  const query = { ...question };
  return (await callValueMapper<{ share: number | null }>(path, { query, signal })).share;
}

/** The same as a file, with the zones' shapes and attributes. */
export function fetchStatisticsFile(
  setId: number,
  question: StatisticsQuestion,
  format: ZoneFileFormat,
): Promise<Blob> {
  const query = { ...question, format };
  return callValueMapper(`${zonesPath}/${setId}/statistics`, { query, asFile: true });
}

/** Fetches the maps of the Collaborative Mapper that are one's own or shared with one. */
export function fetchMyMaps(signal?: AbortSignal): Promise<readonly ListedMap[]> {
  const query = { type: 'my_maps', sort: 'name', direction: 'ascending', limit: 500 };
  return callValueMapper('/api/rrm/maps_requests', { query, signal });
}
