import { faultOfPlace } from '@refugia/contract/area.ts';
import { importSentences } from '@refugia/contract/file-facts.ts';
import {
  areaCountiesRequestSchema,
  areaCountiesSchema,
} from '@refugia/contract/habitat-patrol/area-counties.ts';
import { limits } from '@refugia/contract/limits.ts';
import {
  type ImportedArea,
  importedAreaSchema,
  refusedFileSchema,
} from '@refugia/contract/vector-import.ts';
import { areaBounds, areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { countiesIn } from '../../../services/counties/counties.ts';
import { readVectorForm } from '../../../services/vector-import/vector-form.ts';
import {
  ImportRefusal,
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { requireArea } from '../engine/run-request.ts';
import { forAnybody } from '../runs/run-context.ts';

const maxBytes = limits.upload.vectorMaxBytes;
const areaOptions = {
  decimals: limits.habitatPatrol.coordinateDecimals,
  maxPositions: limits.habitatPatrol.maxAreaPositions,
};

/** Registers the upload of a file whose polygons become an area of interest. */
export function registerUploads(app: App, { config, sessions }: Platform): void {
  const importer = new VectorImporter();
  app.addHook('onClose', async () => importer.close());
  const checkRate = createCallerLimitCheck(app, { config, sessions }, 'importsPerMinute');

  app.post(
    '/api/changedetection/aoi',
    {
      ...forAnybody('The polygons of an uploaded vector file, ready to be an area of interest', {
        description: `A form (multipart/form-data) with the field "file": GeoJSON (.json or .geojson), KML (.kml), KMZ (.kmz) or a zipped shapefile (.zip) of at most ${maxBytes.toLocaleString('en-US')} bytes. Nothing of it is kept.`,
        consumes: ['multipart/form-data'],
        response: {
          200: importedAreaSchema,
          ...errorReplies(400, 401, 413, 415, 429, 503),
          422: refusedFileSchema,
        },
      }),
      // The check runs before the file arrives, so that nobody sends a file in vain.
      onRequest: async (request, reply) => {
        await sessions.optional(request);
        await checkRate(request, reply);
      },
    },
    async (request, reply) => {
      const file = await readVectorForm(request);
      try {
        const area = await importer.importArea(file, areaOptions, whileWanted(reply));
        for (const geometry of area.geometries) {
          const fault = faultOfPlace(areaBounds(geometry));
          if (fault) throw new ImportRefusal(fault);
        }
        return { ...area, ...importSentences(area) } as ImportedArea;
      } catch (error) {
        return reply.code(422).send(refusalOfImport(error, reply));
      }
    },
  );
}

/** Registers the call that lists the counties of an area, so that a large one is looked at in parts. */
export function registerAreaCounties(app: App, platform: Platform): void {
  const limitCounties = createCallerLimitCheck(app, platform, 'importsPerMinute');

  app.post(
    '/api/changedetection/aoi/counties',
    forAnybody('The counties of the United States in an area', {
      description: 'Counties that its edge only grazes are left out.',
      body: areaCountiesRequestSchema,
      response: { 200: areaCountiesSchema, ...errorReplies(400, 429) },
    }),
    async (request, reply) => {
      const { geometry } = requireArea(request.body.coords);
      await limitCounties(request, reply);
      return await countiesIn(areaPolygons(geometry).map(([outer = []]) => outer));
    },
  );
}
