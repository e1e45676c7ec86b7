import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { type ZoneEdgeRule, zonesPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  type ZoneStatistics,
  zoneProgressQuerySchema,
  zoneProgressSchema,
  zoneSetParamsSchema,
  zoneStatisticsQuerySchema,
  zoneStatisticsReplySchema,
} from '@refugia/contract/value-mapper/zones.ts';
import type { ZoneStatistics as Measured } from '@refugia/engine/zones/zone-statistics.ts';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { oneAtATime } from '../../../platform/http/one-at-a-time.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { inScratch } from '../../../platform/storage/scratch.ts';
import { requireZoneSet } from '../access.ts';
import { asRefusal } from '../processing/failures.ts';
import { cogFile, localPathOf } from '../stored/stored-files.ts';
import { folderOfSource } from '../stored/values-source.ts';
import { listZones, writeZones } from '../stored/zone-queries.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { replyWithStatistics } from './statistics-file.ts';

const replies = {
  200: {
    description: 'The statistics.',
    content: {
      'application/json': { schema: zoneStatisticsReplySchema },
      ...binaryReply('', 'text/csv', 'application/geo+json', 'application/geopackage+sqlite3')
        .content,
    },
  },
  ...errorReplies(409, 422, 429, 503),
};

/** Registers the call for what a raster of values holds in zones, as JSON and as files. */
export function registerZoneStatistics(app: App, context: ValueMapperContext): void {
  const { platform, orm, accountOf, readerOf } = context;
  const shares = new Map<string, number>();
  const measure = createMeasure(context, shares);
  registerProgress(app, context, shares);
  const inTurn = oneAtATime(
    'statistics_busy',
    'Too many zones are being measured. Please try again shortly.',
  );
  const checkRate = createCallerLimitCheck(app, platform, 'exportsPerMinute');

  app.get(
    `${zonesPath}/:zonesID/statistics`,
    forAccounts('What a raster of values holds in each zone, as JSON or as a file', {
      description:
        'Areas are on the WGS 84 ellipsoid; means are weighted by them. "csv" has the shapes as WKT, "gpkg" is a GeoPackage.',
      params: zoneSetParamsSchema,
      querystring: zoneStatisticsQuerySchema,
      response: replies,
    }),
    async (request, reply) => {
      const { source, threshold, edges, format } = request.query;
      // A link shows numbers, and hands out no files.
      const reader = await (format === 'json' ? readerOf(request) : accountOf(request));
      const set = await requireZoneSet(orm, reader, request.params.zonesID);
      const folder = await folderOfSource(orm, reader, source);
      if (format !== 'json') await checkRate(request, reply);
      const zones = await inTurn(reply, async (signal) => {
        const measured = await measure({ folder, setId: set.id, edges, threshold }, signal);
        const named = await listZones(orm, set.id);
        return named.map((zone, index) => describe(zone, measured[index]));
      });
      reply.header('cache-control', 'no-store');
      if (format === 'json') return { zones };
      return replyWithStatistics(reply, orm, { set, zones, format, signal: whileWanted(reply) });
    },
  );
}

/** Registers the call for how far a question is that this server is measuring. */
function registerProgress(
  app: App,
  { orm, readerOf }: ValueMapperContext,
  shares: ReadonlyMap<string, number>,
): void {
  app.get(
    `${zonesPath}/:zonesID/statistics/progress`,
    forAccounts('How far a measurement of zones is that somebody waits for', {
      params: zoneSetParamsSchema,
      querystring: zoneProgressQuerySchema,
      response: { 200: zoneProgressSchema, 409: apiErrorSchema },
    }),
    async (request, reply) => {
      const reader = await readerOf(request);
      const { id: setId } = await requireZoneSet(orm, reader, request.params.zonesID);
      const folder = await folderOfSource(orm, reader, request.query.source);
      reply.header('cache-control', 'no-store');
      return { share: shares.get(keyOf({ ...request.query, setId, folder })) ?? null };
    },
  );
}

/** What is asked about a set of zones, of the raster of values in a folder. */
interface Question {
  readonly folder: string;
  readonly setId: number;
  readonly edges: ZoneEdgeRule;
  readonly threshold: number;
}

/** The same questions have the same key. */
const keyOf = ({ folder, setId, edges, threshold }: Question) =>
  [folder, setId, edges, threshold].join(' ');

/**
 * Creates a function that measures zones in a process of its own.
 * @param shares receives how far each question is, by its key, while it is under way
 */
function createMeasure({ platform, rasters }: ValueMapperContext, shares: Map<string, number>) {
  const { storage, database } = platform;
  return async (question: Question, signal: AbortSignal): Promise<readonly Measured[]> => {
    const { folder, setId, edges, threshold } = question;
    const key = keyOf(question);
    shares.set(key, 0);
    return await inScratch(storage, 'zones', async (scratch) => {
      const path = await localPathOf(storage, { folder, file: cogFile }, { scratch, signal });
      const shapes = Buffer.from(await writeZones(database.orm, setId, 'geometry'));
      const onProgress = (share: number) => void shares.set(key, share);
      return await rasters.zones(path, shapes, { edges, threshold }, { signal, onProgress });
    })
      .catch((error: unknown) => {
        throw failureOf(error);
      })
      .finally(() => shares.delete(key));
  };
}

function describe(
  { number, name }: { readonly number: number; readonly name: string },
  { hectares, mean, minimum, maximum, hectaresAbove }: Measured,
): ZoneStatistics {
  const share_above = hectares > 0 ? hectaresAbove / hectares : null;
  return {
    number,
    name,
    hectares,
    mean,
    minimum,
    maximum,
    hectares_above: hectaresAbove,
    share_above,
  };
}

function failureOf(error: unknown): unknown {
  // So the process tells of a zone that the raster's projection does not reach.
  if (error instanceof Error && error.name === 'RangeError') {
    return new ApiFailure(422, 'zone_out_of_reach', error.message);
  }
  return asRefusal(error);
}
