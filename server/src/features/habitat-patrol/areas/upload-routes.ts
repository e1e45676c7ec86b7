import { faultOfPlace } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { importSentences } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { noFile, uploadFaults } from '@refugia/contract/upload.ts';
import {
  type ImportedArea,
  importedAreaSchema,
  refusedFileSchema,
} from '@refugia/contract/vector-import.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../../platform/http/form.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import {
  ImportRefusal,
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { accountOrVisitor, tags } from '../runs/run-context.ts';

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
      schema: {
        tags,
        summary: 'The polygons of an uploaded vector file, ready to be an area of interest',
        description: `A form (multipart/form-data) with the field "file": GeoJSON (.json or .geojson), KML (.kml), KMZ (.kmz) or a zipped shapefile (.zip) of at most ${maxBytes.toLocaleString('en-US')} bytes. Nothing of it is kept.`,
        consumes: ['multipart/form-data'],
        security: accountOrVisitor,
        response: {
          200: importedAreaSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          413: apiErrorSchema,
          415: apiErrorSchema,
          422: refusedFileSchema,
          429: apiErrorSchema,
          503: apiErrorSchema,
        },
      },
      // The check runs before the file arrives, so that nobody sends a file in vain.
      onRequest: async (request, reply) => {
        await sessions.optional(request);
        await checkRate(request, reply);
      },
    },
    async (request, reply) => {
      const file = await readUpload(request);
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

/**
 * Reads the form's file.
 * @throws {ApiFailure} for a file that is missing, of another type or too large
 */
async function readUpload(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  let file: { name: string; bytes: Buffer } | undefined;
  for await (const part of readFormParts(request, { fileSize: maxBytes, files: 1 })) {
    if (part.type !== 'file') continue;
    // A part may come without a name, whatever the types say.
    const name = part.filename ?? '';
    const [fault] = uploadFaults({ name, size: 0 }, { type: 'vector', maxBytes });
    if (part.fieldname !== 'file' || fault) {
      part.file.resume();
      const sentence = fault ?? 'Send the file in the field "file".';
      throw new ApiFailure(400, 'file_not_allowed', sentence, { file: sentence });
    }
    file = { name, bytes: await readFormFile(part, maxBytes) };
  }
  if (file) return file;
  throw new ApiFailure(400, 'file_missing', noFile.missing, { file: noFile.missing });
}
