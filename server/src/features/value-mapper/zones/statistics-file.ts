import type { ZoneFileFormat } from '@refugia/contract/value-mapper/calls.ts';
import type { ZoneStatistics } from '@refugia/contract/value-mapper/zones.ts';
import type { FastifyReply } from 'fastify';
import type { Queryable } from '../../../platform/database/database.ts';
import { attachment } from '../../../platform/http/stored-file-reply.ts';
import { runInProcess } from '../../../platform/processes/run-in-process.ts';
import type { ExportProgram } from '../../../services/vector-export/export-main.ts';
import type { ZoneSetRow } from '../access.ts';
import { writeZones } from '../stored/zone-queries.ts';

const mediaTypes: Record<ZoneFileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
};

const limits = {
  isConfined: true,
  heapMegabytes: 600,
  memoryBytes: 1_200_000_000,
  milliseconds: 120_000,
};
const entry = new URL('../../../services/vector-export/export-main.ts', import.meta.url);

/** The columns of a file, before the zones' own attributes. */
const columnsOf = (zone: ZoneStatistics) => ({
  zone_number: zone.number,
  zone_name: zone.name,
  value_hectares: zone.hectares,
  value_mean: zone.mean,
  value_minimum: zone.minimum,
  value_maximum: zone.maximum,
  hectares_above: zone.hectares_above,
  share_above: zone.share_above,
});

interface StatisticsFile {
  readonly set: ZoneSetRow;
  readonly zones: readonly ZoneStatistics[];
  readonly format: ZoneFileFormat;
  readonly signal: AbortSignal;
}

/** Answers with a file of zones with their attributes and statistics. */
export async function replyWithStatistics(
  reply: FastifyReply,
  orm: Queryable,
  { set, zones, ...more }: StatisticsFile,
): Promise<FastifyReply> {
  const input = Buffer.from(await writeZones(orm, set.id, 'feature'));
  const added = zones.map(columnsOf);
  return await replyWithFeatures(reply, { ...more, input, name: set.name, added });
}

interface FeatureFile {
  /** A JSON list of GeoJSON features. */
  readonly input: Uint8Array;
  readonly name: string;
  readonly format: ZoneFileFormat;
  /** Attributes that come before the features' own, in the order of the features. */
  readonly added?: readonly Record<string, string | number | null>[];
  readonly signal: AbortSignal;
}

/** Answers with features as a file, which is written in a process of its own. */
export async function replyWithFeatures(
  reply: FastifyReply,
  { input, name, format, added = [], signal }: FeatureFile,
): Promise<FastifyReply> {
  const order = { format, name, layers: {}, firstColumns: Object.keys(added[0] ?? {}), added };
  const bytes = await runInProcess<ExportProgram>(entry, order, { ...limits, input, signal });
  return reply
    .header('content-disposition', attachment(`${name}.${format}`))
    .type(mediaTypes[format])
    .send(Buffer.from(bytes));
}
