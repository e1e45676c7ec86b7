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
import { queryOptions } from '@tanstack/react-query';
import type { CallOptions } from '../../../lib/api-client.ts';
import { callValueMapper } from './shared-link.ts';

/** The sets of zones of a project. Their key begins that of what is fetched of each. */
export const zoneSetsQuery = (projectID: number) =>
  queryOptions({
    queryKey: ['value-mapper', 'zones', projectID],
    queryFn: ({ signal }) =>
      callValueMapper<ZoneSet[]>(zonesPath, { query: { projectID }, signal }),
  });

/** Makes zones of a shape, of a map's polygons or of counties. */
export const makeZones = (projectID: number, body: ZonesBody) =>
  callValueMapper<NewZoneSet>(zonesPath, { method: 'POST', query: { projectID }, body });

/** Makes zones of the polygons of a file, which is in the form. */
export const uploadZones = (
  projectID: number,
  body: FormData,
  options: Pick<CallOptions, 'signal' | 'onProgress'>,
) => {
  const call = { method: 'POST', query: { projectID }, body, ...options } as const;
  return callValueMapper<NewZoneSet>(`${zonesPath}/file`, call);
};

/** Deletes a set of zones. */
export const deleteZones = (setId: number) =>
  callValueMapper(`${zonesPath}/${setId}`, { method: 'DELETE' });

/** Fetches the outlines of a set of zones. */
export const fetchOutlines = (setId: number, signal: AbortSignal) =>
  callValueMapper<ZoneOutlines>(`${zonesPath}/${setId}/outlines`, { signal });

/** What is asked about zones. */
export interface StatisticsQuestion {
  /** `layer:ID` or `combination:ID`. */
  readonly source: string;
  readonly threshold: number;
  readonly edges: ZoneEdgeRule;
}

const statisticsPath = (setId: number) => `${zonesPath}/${setId}/statistics`;

/** Measures a raster's values in a set of zones. */
export async function fetchStatistics(
  setId: number,
  question: StatisticsQuestion,
  signal: AbortSignal,
): Promise<readonly ZoneStatistics[]> {
  const options = { query: { ...question }, signal };
  return (await callValueMapper<{ zones: ZoneStatistics[] }>(statisticsPath(setId), options)).zones;
}

/** Asks which share of such a measurement is done, 0 to 1; null where that is not known. */
export async function fetchStatisticsShare(
  setId: number,
  question: StatisticsQuestion,
  signal: AbortSignal,
): Promise<number | null> {
  const path = `${statisticsPath(setId)}/progress`;
  const options = { query: { ...question }, signal };
  return (await callValueMapper<{ share: number | null }>(path, options)).share;
}

/** The same as a file, with the zones' shapes and attributes. */
export const fetchStatisticsFile = (
  setId: number,
  question: StatisticsQuestion,
  format: ZoneFileFormat,
) => callValueMapper<Blob>(statisticsPath(setId), { query: { ...question, format }, asFile: true });

/** Fetches the maps of the Collaborative Mapper that are one's own or shared with one. */
export const fetchMyMaps = (signal: AbortSignal) => {
  const query = { type: 'my_maps', sort: 'name', direction: 'ascending', limit: 500 };
  return callValueMapper<readonly ListedMap[]>('/api/rrm/maps_requests', { query, signal });
};
