import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import {
  downloadAddressSchema,
  type RasterFile,
  rasterFileParamsSchema,
  rasterFileQuerySchema,
} from '@refugia/contract/value-mapper/rasters.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import { uploadedFile } from '../../../platform/uploads/upload-purpose.ts';
import { notFound, type RasterRow, requireRaster } from '../access.ts';
import { derivedName, filePath } from '../rasters/describe.ts';
import {
  cogFile,
  dataFolderOf,
  pictureFile,
  pictureFolderOf,
  worldFile,
} from '../stored/stored-files.ts';
import { findRaster, findWholeValued } from '../stored/stored-queries.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { createTickets } from './tickets.ts';

/** The type of a Cloud Optimized GeoTIFF. */
export const cogContentType = 'image/tiff; application=geotiff; profile=cloud-optimized';
const worldText = 'text/plain; charset=utf-8';
const fileSchema = z.any().meta({ type: 'string', format: 'binary' });

/** The place of a file in the storage, and the name of its download. */
interface Stored {
  readonly folder: string;
  readonly file: string;
  readonly fileName: string;
  readonly contentType: string;
}

const notMade = () =>
  new ApiFailure(404, 'file_not_made', 'This file is not made yet, or was removed.');

/**
 * Finds the place of a file.
 * @throws {ApiFailure} 404 when the file has not been made
 */
async function locate(orm: Queryable, raster: RasterRow, file: RasterFile): Promise<Stored> {
  const named = (ending: string) => derivedName(raster.fileName, ending);
  if (file === 'original') {
    const place = { folder: raster.originalFolder, file: uploadedFile };
    return { ...place, fileName: raster.fileName, contentType: 'image/tiff' };
  }
  const isValued = file.startsWith('valued-');
  const row = isValued ? await findWholeValued(orm, raster.layerId) : raster;
  if (row?.state !== 'done') throw notMade();
  const suffix = isValued ? '_valued' : '';
  const data = { folder: dataFolderOf(row), file: cogFile };
  const picture = { folder: pictureFolderOf(row), file: pictureFile };
  switch (file) {
    case 'cog':
      return { ...data, fileName: named('_cog.tif'), contentType: cogContentType };
    case 'valued-cog':
      return { ...data, fileName: named('_valued.tif'), contentType: cogContentType };
    case 'picture':
    case 'valued-picture':
      return { ...picture, fileName: named(`${suffix}.png`), contentType: 'image/png' };
    case 'world-file':
    case 'valued-world-file':
      return {
        ...picture,
        file: worldFile,
        fileName: named(`${suffix}.pgw`),
        contentType: worldText,
      };
  }
}

/**
 * Registers the downloads of a raster's files. A request needs the token, or a ticket that was
 * issued for the token.
 */
export function registerDownloads(
  app: App,
  { platform, accountOf }: Pick<ValueMapperContext, 'platform' | 'accountOf'>,
): void {
  const { storage, database, keys } = platform;
  const { orm } = database;
  const tickets = createTickets(keys.ticket);
  const opened = (rasterId: number, file: RasterFile) => `value-raster ${rasterId} ${file}`;

  async function requireOwn(request: FastifyRequest, id: number): Promise<RasterRow> {
    return (await requireRaster(orm, await accountOf(request), id)).raster;
  }

  app.get(
    `${valueMapperBase}/rasters/:rasterID/files/:file`,
    {
      compress: false,
      schema: {
        tags,
        summary: 'A file of a raster: original, COG, picture and world file; likewise valued',
        description:
          'Range requests are answered. Pictures are in Web Mercator (EPSG:3857), at most 4,096 pixels wide and high, with a world file (.pgw). Valued COGs are int16 with a scale of 0.0001.',
        security,
        params: rasterFileParamsSchema,
        querystring: rasterFileQuerySchema,
        response: {
          200: {
            description: 'The file.',
            content: { 'application/octet-stream': { schema: fileSchema } },
          },
          206: {
            description: 'A part of it.',
            content: { 'application/octet-stream': { schema: fileSchema } },
          },
          ...refusals,
          416: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { rasterID, file } = request.params;
      const { ticket } = request.query;
      const isOpen = ticket !== undefined && tickets.opens(ticket, opened(rasterID, file));
      const raster = isOpen ? await findRaster(orm, rasterID) : await requireOwn(request, rasterID);
      if (!raster) throw notFound();
      const { folder, file: name, ...told } = await locate(orm, raster, file);
      const location = storage.locate(folder, name);
      return replyWithFile(request, reply, location, { ...told, missing: notMade });
    },
  );

  app.post(
    `${valueMapperBase}/rasters/:rasterID/files/:file/ticket`,
    {
      schema: {
        tags,
        summary: 'An address of a file that works without the token for a minute',
        security,
        params: rasterFileParamsSchema,
        response: { 200: downloadAddressSchema, ...refusals },
      },
    },
    async (request) => {
      const { rasterID, file } = request.params;
      const raster = await requireOwn(request, rasterID);
      const { fileName } = await locate(orm, raster, file);
      const ticket = tickets.issue(opened(rasterID, file));
      return { address: `${filePath(rasterID, file)}?ticket=${ticket}`, file_name: fileName };
    },
  );
}
