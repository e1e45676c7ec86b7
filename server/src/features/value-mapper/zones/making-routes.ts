import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { importSentences } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { zonesPath } from '@refugia/contract/value-mapper/calls.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import {
  type NewZoneSet,
  newZoneSetSchema,
  type ZonesBody,
  zonesBodySchema,
} from '@refugia/contract/value-mapper/zones.ts';
import { refusedFileSchema } from '@refugia/contract/vector-import.ts';
import type { Position } from 'geojson';
import type { Queryable } from '../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { RateLimitCheck } from '../../../platform/http/rate-limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { countiesTouching } from '../../../services/counties/counties.ts';
import type { MapPolygons } from '../../../services/map-polygons/map-polygons.ts';
import type { ImportedLayers } from '../../../services/vector-import/feature-batches.ts';
import { readVectorForm, type VectorFile } from '../../../services/vector-import/vector-form.ts';
import {
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { requireProject } from '../access.ts';
import { listRasters } from '../stored/stored-queries.ts';
import { wholeFacts } from '../stored/valuations.ts';
import { describeZoneSet } from '../stored/zone-queries.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { makeZones, type NewZones } from './make-zones.ts';

const { maxZones, maxZonePositions } = limits.valueMapper;
const { coordinateDecimals } = limits.collaborativeMapper;

/** Reading a file of ten megabytes with many small polygons needs more than reading one area. */
const importerOptions = {
  processes: 1,
  timeoutMilliseconds: 60_000,
  maxMemoryBytes: 900_000_000,
  maxHeapMegabytes: 600,
};
const replies = {
  200: newZoneSetSchema,
  ...errorReplies(409, 413),
  422: refusedFileSchema.or(apiErrorSchema),
  ...errorReplies(429, 503),
};

interface MakingParts extends ValueMapperContext {
  readonly mapPolygons: MapPolygons;
}

/** Registers the calls that make zones: of a shape, a map, counties or a file. */
export function registerMakingOfZones(app: App, parts: MakingParts): void {
  const importer = new VectorImporter(importerOptions);
  app.addHook('onClose', async () => importer.close());
  const routeParts = {
    ...parts,
    checkRate: createCallerLimitCheck(app, parts.platform, 'importsPerMinute'),
    zonesOfFile: createFileReader(parts.platform, importer),
  };
  registerShapes(app, routeParts);
  registerFiles(app, routeParts);
}

type RouteParts = MakingParts & {
  readonly checkRate: RateLimitCheck;
  readonly zonesOfFile: ReturnType<typeof createFileReader>;
};

function registerShapes(app: App, parts: RouteParts): void {
  const { platform, requireOwn, checkRate, zonesOfFile } = parts;
  app.post(
    zonesPath,
    forAccounts("Make zones of a shape, of a map's polygons or of counties", {
      querystring: projectIdSchema,
      body: zonesBodySchema,
      response: replies,
    }),
    async (request, reply) => {
      const { id: projectId } = await requireOwn(request, requireProject, request.query.projectID);
      await checkRate(request, reply);
      const signal = whileWanted(reply);
      const { body } = request;
      if ('shape' in body) {
        const about = { projectId, source: 'drawing', name: body.name ?? 'Drawn zone' } as const;
        try {
          return await zonesOfFile(fileOfShape(body), { ...about, signal });
        } catch (error) {
          const { reason } = refusalOfImport(error, reply);
          throw new ApiFailure(422, 'zone_not_usable', `This shape can’t be a zone. ${reason}`);
        }
      }
      const set = await makeZones(platform, {
        ...{ projectId, signal, source: 'mapID' in body ? 'map' : 'counties' },
        async read(onRows) {
          if ('mapID' in body) return await parts.mapPolygons.read(request, body.mapID, onRows);
          const areas = await areasOfRasters(platform.database.orm, projectId);
          if (areas.length > 0) await onRows(await countiesTouching(areas));
          return 'Counties';
        },
      });
      return { zone_set: describeZoneSet(set), skipped: [], notes: [] };
    },
  );
}

function registerFiles(app: App, { requireOwn, checkRate, zonesOfFile }: RouteParts): void {
  app.post(
    `${zonesPath}/file`,
    forAccounts('Make zones of the polygons of a vector file', {
      description: `A form (multipart/form-data) with the field "file": GeoJSON (.json or .geojson), KML, KMZ or a zipped shapefile of at most ${limits.upload.vectorMaxBytes.toLocaleString('en-US')} bytes. What is no polygon is left out.`,
      consumes: ['multipart/form-data'],
      querystring: projectIdSchema,
      response: { ...replies, 415: apiErrorSchema },
    }),
    async (request, reply) => {
      const { id: projectId } = await requireOwn(request, requireProject, request.query.projectID);
      await checkRate(request, reply);
      const file = await readVectorForm(request);
      const name = file.name.replace(/\.[a-z]+$/i, '');
      try {
        const signal = whileWanted(reply);
        return await zonesOfFile(file, { projectId, source: 'file', name, signal });
      } catch (error) {
        return reply.code(422).send(refusalOfImport(error, reply));
      }
    },
  );
}

/** Creates a function that makes zones of a file's polygons, and tells what of it was left out. */
function createFileReader(platform: Platform, importer: VectorImporter) {
  return async (
    file: VectorFile,
    about: Omit<NewZones, 'read'> & { readonly name: string },
  ): Promise<NewZoneSet> => {
    const { name, signal } = about;
    let imported: ImportedLayers | undefined;
    const set = await makeZones(platform, {
      ...about,
      async read(onRows) {
        imported = await readFile(importer, file, { onRows, signal });
        return name;
      },
    });
    if (!imported) throw new Error('zones of a file that was not read');
    const { skipped, notes } = importSentences(imported);
    const features = imported.layers.reduce((sum, { featureCount }) => sum + featureCount, 0);
    const others = features - set.zoneCount;
    const leftOut = { reason: 'Zones are polygons, and these are points or lines.', count: others };
    return {
      zone_set: describeZoneSet(set),
      skipped: others > 0 ? [...skipped, { ...leftOut, examples: [] }] : skipped,
      notes,
    };
  };
}

/** A drawn zone as a file, so that it is read, checked and repaired like an uploaded one. */
function fileOfShape({ shape, name }: Extract<ZonesBody, { shape: unknown }>): VectorFile {
  const properties = name === undefined ? {} : { name };
  const drawn = { type: 'Feature', geometry: shape, properties };
  return { name: 'drawing.json', bytes: Buffer.from(JSON.stringify(drawn)) };
}

/**
 * Reads the features of a file one batch after the other.
 * @throws {ImportRefusal} when the file can't be read; what `onRows` throws
 */
async function readFile(
  importer: VectorImporter,
  file: VectorFile,
  { onRows, signal }: { onRows: (rows: string) => Promise<void>; signal: AbortSignal },
): Promise<ImportedLayers> {
  const options = {
    decimals: coordinateDecimals,
    maxFeatures: maxZones,
    maxPositions: maxZonePositions,
  };
  const stop = new AbortController();
  let writing = Promise.resolve();
  const onBatch = ({ rows }: { readonly rows: string }) => {
    writing = writing.then(() => onRows(rows));
    // A batch that can't be stored ends the reading.
    writing.catch((error: unknown) => stop.abort(error));
  };
  const wanted = AbortSignal.any([signal, stop.signal]);
  const imported = await importer.importFeatures(file, { ...options, onBatch }, wanted);
  await writing;
  return imported;
}

/** Where a project's rasters lie, as outer rings in longitude and latitude. */
async function areasOfRasters(orm: Queryable, projectId: number): Promise<Position[][]> {
  const facts = (await listRasters(orm, projectId)).map(wholeFacts);
  return facts.flatMap((raster) => {
    if (!raster) return [];
    const { corners, bounds } = raster;
    const [west, south, east, north] = bounds;
    const box: Position[] = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ];
    const ring = corners.flatMap((corner) => (corner ? [[...corner]] : []));
    const closed = ring.length === box.length ? ring : box;
    return [[...closed, closed[0]]];
  });
}
