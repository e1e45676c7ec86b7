import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { importSentences } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { zonesPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  type NewZoneSet,
  newZoneSetSchema,
  zoneOutlinesSchema,
  zoneSetParamsSchema,
  zoneSetsSchema,
  zonesBodySchema,
  zonesQuerySchema,
} from '@refugia/contract/value-mapper/zones.ts';
import { refusedFileSchema } from '@refugia/contract/vector-import.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { countiesTouching } from '../../../services/counties/counties.ts';
import type { MapPolygons } from '../../../services/map-polygons/map-polygons.ts';
import type { ImportedLayers } from '../../../services/vector-import/feature-batches.ts';
import { readVectorForm, type VectorFile } from '../../../services/vector-import/vector-form.ts';
import {
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { requireProject, requireZoneSet } from '../access.ts';
import {
  deleteZoneSet,
  describeZoneSet,
  listZoneSets,
  writeZones,
} from '../stored/zone-queries.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { makeZones } from './make-zones.ts';
import { areasOfRasters, fileOfShape, readFile } from './zone-sources.ts';

const setPath = `${zonesPath}/:zonesID`;
/** Reading a file of ten megabytes with many small polygons needs more than reading one area. */
const importerOptions = {
  processes: 1,
  timeoutMilliseconds: 60_000,
  maxMemoryBytes: 900_000_000,
  maxHeapMegabytes: 600,
};

/** What the routes of zones need besides the context. */
export interface ZoneParts extends ValueMapperContext {
  readonly mapPolygons: MapPolygons;
}

/** Registers the calls for a project's zones. */
export function registerZones(app: App, parts: ZoneParts): void {
  registerLists(app, parts);
  registerMaking(app, parts);
}

function registerLists(app: App, { platform, accountOf }: ValueMapperContext): void {
  const { orm } = platform.database;
  app.get(
    zonesPath,
    {
      schema: {
        tags,
        summary: "A project's zones",
        security,
        querystring: zonesQuerySchema,
        response: { 200: zoneSetsSchema, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const { id } = await requireProject(orm, account, request.query.projectID);
      return (await listZoneSets(orm, id)).map(describeZoneSet);
    },
  );

  app.get(
    `${setPath}/outlines`,
    {
      schema: {
        tags,
        summary: 'The outlines of zones as GeoJSON',
        security,
        params: zoneSetParamsSchema,
        response: { 200: zoneOutlinesSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const { id } = await requireZoneSet(orm, account, request.params.zonesID);
      const features = await writeZones(orm, id, 'outline');
      // Bytes are sent as they are: the database has written what the schema says.
      const bytes = Buffer.from(`{"type":"FeatureCollection","features":${features}}`);
      return reply.type('application/json; charset=utf-8').send(bytes as never);
    },
  );

  app.delete(
    setPath,
    {
      schema: {
        tags,
        summary: 'Delete zones',
        security,
        params: zoneSetParamsSchema,
        response: { 200: z.object({ deleted: z.literal(true) }), ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const { id } = await requireZoneSet(orm, account, request.params.zonesID);
      await deleteZoneSet(orm, id);
      return { deleted: true as const };
    },
  );
}

function registerMaking(app: App, { platform, accountOf, mapPolygons }: ZoneParts): void {
  const { orm } = platform.database;
  const importer = new VectorImporter(importerOptions);
  app.addHook('onClose', async () => importer.close());
  const checkRate = createCallerLimitCheck(app, platform, 'importsPerMinute');
  const replies = {
    200: newZoneSetSchema,
    ...refusals,
    409: apiErrorSchema,
    413: apiErrorSchema,
    422: refusedFileSchema.or(apiErrorSchema),
    429: apiErrorSchema,
    503: apiErrorSchema,
  };

  async function zonesOfFile(
    reply: FastifyReply,
    about: {
      readonly projectId: number;
      readonly source: 'file' | 'drawing';
      readonly name: string;
    },
    file: VectorFile,
  ): Promise<NewZoneSet> {
    const signal = whileWanted(reply);
    let imported: ImportedLayers | undefined;
    const set = await makeZones(platform, {
      ...about,
      signal,
      async read(onRows) {
        imported = await readFile(importer, file, { onRows, signal });
        return about.name;
      },
    });
    return { zone_set: describeZoneSet(set), ...importSentences(imported!) };
  }

  app.post(
    zonesPath,
    {
      schema: {
        tags,
        summary: "Make zones of a shape, of a map's polygons or of counties",
        security,
        querystring: zonesQuerySchema,
        body: zonesBodySchema,
        response: replies,
      },
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const { id: projectId } = await requireProject(orm, account, request.query.projectID);
      await checkRate(request, reply);
      const { body } = request;
      if ('shape' in body) {
        const about = { projectId, source: 'drawing', name: body.name ?? 'Drawn zone' } as const;
        try {
          return await zonesOfFile(reply, about, fileOfShape(body));
        } catch (error) {
          const { reason } = refusalOfImport(error, reply);
          throw new ApiFailure(422, 'zone_not_usable', `This shape can’t be a zone. ${reason}`);
        }
      }
      const signal = whileWanted(reply);
      const set = await makeZones(platform, {
        projectId,
        signal,
        source: 'mapID' in body ? 'map' : 'counties',
        async read(onRows) {
          if ('mapID' in body) return await mapPolygons.read(request, body.mapID, onRows);
          const areas = await areasOfRasters(orm, projectId);
          if (areas.length > 0) await onRows(await countiesTouching(areas));
          return 'Counties';
        },
      });
      return { zone_set: describeZoneSet(set), skipped: [], notes: [] };
    },
  );

  app.post(
    `${zonesPath}/file`,
    {
      schema: {
        tags,
        summary: 'Make zones of the polygons of a vector file',
        description: `A form (multipart/form-data) with the field "file": GeoJSON (.json or .geojson), KML, KMZ or a zipped shapefile of at most ${limits.upload.vectorMaxBytes.toLocaleString('en-US')} bytes. What is no polygon is left out.`,
        consumes: ['multipart/form-data'],
        security,
        querystring: zonesQuerySchema,
        response: { ...replies, 415: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const { id: projectId } = await requireProject(orm, account, request.query.projectID);
      await checkRate(request, reply);
      const file = await readVectorForm(request);
      const name = file.name.replace(/\.[a-z]+$/i, '');
      try {
        return await zonesOfFile(reply, { projectId, source: 'file', name }, file);
      } catch (error) {
        return reply.code(422).send(refusalOfImport(error, reply));
      }
    },
  );
}
