import {
  type UploadReply,
  uploadReplySchema,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import { mapIdSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { importSentences } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { membersOf } from '@refugia/contract/members.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  acceptedEndings,
  noFile,
  type UploadType,
  uploadFaults,
  uploadTypes,
} from '@refugia/contract/upload.ts';
import { refusedFileSchema } from '@refugia/contract/vector-import.ts';
import type { FastifyRequest } from 'fastify';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readFormFile, readFormParts } from '../../../platform/http/form.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { createRasters } from '../../../services/rasters/rasters.ts';
import {
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { listFeatures } from '../features/feature-queries.ts';
import { authorOf } from '../maps/access.ts';
import { forAnybody, type MapContext } from '../maps/map-context.ts';
import { addRaster, type Upload, type UploadedFile } from '../rasters/add-raster.ts';
import { RasterRefusal } from '../rasters/make-picture.ts';
import { type FinishedImport, importLayers } from './import-layers.ts';

const maxBytes: Record<UploadType, number> = {
  vector: limits.upload.vectorMaxBytes,
  raster: limits.collaborativeMapper.rasterMaxBytes,
  picture: limits.collaborativeMapper.rasterMaxBytes,
};

function typeOf(name: string): UploadType {
  const ending = (type: UploadType) =>
    acceptedEndings(type).some((each) => name.toLowerCase().endsWith(each));
  const type = (['vector', 'raster', 'picture'] as const).find(ending);
  if (type) return type;
  const endings = [...uploadTypes.vector, ...uploadTypes.raster, ...uploadTypes.picture];
  // "must must" stands in the specification.
  const sentence = `Error: File must must be of type ${endings.join(', ')}.`;
  throw new ApiFailure(400, 'file_not_allowed', sentence, { file: sentence });
}

/**
 * Reads the form of an upload. The map's id may stand in the query instead.
 * @param admit is called when the map's id is known and before the file is read, so that nobody
 * uploads a file in vain
 * @throws {ApiFailure} 400 and 413 for a form without one file that may be uploaded; whatever
 * `admit` throws
 */
async function readUploadForm<Admission>(
  request: FastifyRequest,
  admit: (mapId: number) => Promise<Admission>,
): Promise<{ admission: Admission; file: UploadedFile }> {
  const { id } = membersOf(request.query);
  let admission = id === undefined ? undefined : await admit(parseMapId(id));
  let file: UploadedFile | undefined;
  const largest = Math.max(...Object.values(maxBytes));
  for await (const part of readFormParts(request, { fileSize: largest, files: 1 })) {
    if (part.type === 'field') {
      if (part.fieldname === 'id') admission = await admit(parseMapId(part.value));
      continue;
    }
    if (part.fieldname !== 'file') {
      part.file.resume();
      throw missingFile();
    }
    const name = part.filename ?? '';
    const type = typeOf(name);
    const bytes = await readFormFile(part, maxBytes[type]);
    const [fault] = uploadFaults({ name, size: bytes.length }, { type, maxBytes: maxBytes[type] });
    if (fault) throw new ApiFailure(413, 'too_large', fault, { file: fault });
    file = { type, name, bytes };
  }
  if (!file) throw missingFile();
  if (file.bytes.length === 0)
    throw new ApiFailure(400, 'file_missing', noFile.empty, { file: noFile.empty });
  if (admission === undefined) {
    throw new ApiFailure(400, 'invalid', '"id" is required.', { id: messages.required });
  }
  return { admission, file };
}

function parseMapId(value: unknown): number {
  const parsed = mapIdSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentence = 'This must be the number of a map.';
  throw new ApiFailure(400, 'invalid', sentence, { id: sentence });
}

function missingFile(): ApiFailure {
  return new ApiFailure(400, 'file_missing', noFile.missing, { file: noFile.missing });
}

const cm = limits.collaborativeMapper;
const featureOptions = {
  decimals: cm.coordinateDecimals,
  maxFeatures: cm.maxImportedFeatures,
  maxPositions: cm.maxImportedPositions,
};
/** For a file of ten megabytes with many small features, which needs more than an area. */
const importerOptions = {
  processes: 1,
  timeoutMilliseconds: 120_000,
  maxMemoryBytes: 1_200_000_000,
  maxHeapMegabytes: 800,
};
/** The most features of the new layer in the reply. */
const repliedFeatures = 1_000;

/** Registers the upload of files that become layers: vector files and pictures. */
export function registerUploads(app: App, context: MapContext): void {
  const importer = new VectorImporter(importerOptions);
  const rasters = createRasters({ compiledFolder: context.platform.dataDirectory.compiled });
  app.addHook('onClose', async () => importer.close());
  const checkRate = createCallerLimitCheck(app, context.platform, 'importsPerMinute');

  app.post(
    '/api/rrm/upload',
    {
      ...forAnybody('Upload a vector file or a picture to a map that you edit', {
        description: `A form (multipart/form-data) with the map's "id" before the field "file": GeoJSON (.json), KML, KMZ or a zipped shapefile of at most ${limits.upload.vectorMaxBytes.toLocaleString('en-US')} bytes becomes a vector layer; a TIFF, JPEG, PNG or WebP of at most ${cm.rasterMaxBytes.toLocaleString('en-US')} bytes a picture.`,
        consumes: ['multipart/form-data'],
        response: {
          200: uploadReplySchema,
          422: refusedFileSchema,
          ...errorReplies(409, 413, 415, 429, 503),
        },
      }),
      onRequest: async (request, reply) => {
        await context.platform.sessions.optional(request);
        await checkRate(request, reply);
      },
    },
    async (request, reply) => {
      const { admission: access, file } = await readUploadForm(request, (mapId) =>
        context.edit(request, mapId),
      );
      const upload: Upload = {
        mapId: access.map.id,
        author: authorOf(access, request, reply),
        file,
        wanted: whileWanted(reply),
      };
      try {
        return file.type === 'vector'
          ? await importVectorFile(context, importer, upload)
          : { map_layer: await addRaster(context, rasters, upload) };
      } catch (error) {
        if (error instanceof RasterRefusal) {
          return reply.code(422).send({
            error: messages.collaborativeMapper.imageUploadFailed,
            code: 'image_unprocessable',
            reason: error.message,
          });
        }
        return reply.code(422).send(refusalOfImport(error, reply));
      }
    },
  );
}

async function importVectorFile(
  context: MapContext,
  importer: VectorImporter,
  { mapId, author, file, wanted }: Upload,
): Promise<UploadReply> {
  const finished = await importLayers(context, {
    mapId,
    author,
    read: (onBatch) => importer.importFeatures(file, { ...featureOptions, onBatch }, wanted),
  });
  return await describeImport(context, mapId, finished);
}

/** Describes a finished import: its first layer, and the first features of that layer. */
export async function describeImport(
  { orm }: Pick<MapContext, 'orm'>,
  mapId: number,
  { layers, imported, seq }: FinishedImport,
): Promise<Extract<UploadReply, { layer: unknown }>> {
  const [layer] = layers;
  if (!layer) throw new Error('an import without a layer');
  const page = { limit: repliedFeatures, offset: 0 };
  return {
    feature_list: await listFeatures(orm, { mapId, layerId: layer.id }, page),
    layer,
    ...importSentences(imported),
    seq,
  };
}
