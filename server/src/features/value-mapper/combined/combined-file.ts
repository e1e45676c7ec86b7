import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { combinedPath } from '@refugia/contract/value-mapper/calls.ts';
import { combinedParamsSchema } from '@refugia/contract/value-mapper/combined.ts';
import {
  downloadAddressSchema,
  rasterFileQuerySchema,
} from '@refugia/contract/value-mapper/rasters.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/app.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import { notFound, requireProject } from '../access.ts';
import { cogContentType } from '../downloads/download-routes.ts';
import { createTickets } from '../downloads/tickets.ts';
import { combinedOfProject } from '../stored/combined-queries.ts';
import { cogFile, dataFolderOf } from '../stored/stored-files.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { combinedFileName } from './describe-combined.ts';

const path = `${combinedPath(':projectID')}/file`;
const fileSchema = z.any().meta({ type: 'string', format: 'binary' });
const content = { 'application/octet-stream': { schema: fileSchema } };

/**
 * Registers the download of a project's combined values. A request needs the token, or a ticket that was
 * issued for the token.
 */
export function registerCombinedFile(
  app: App,
  { platform, accountOf }: Pick<ValueMapperContext, 'platform' | 'accountOf'>,
): void {
  const { storage, database, keys } = platform;
  const { orm } = database;
  const tickets = createTickets(keys.ticket);
  const opened = (projectId: number) => `combined-raster ${projectId}`;

  app.get(
    path,
    {
      compress: false,
      schema: {
        tags,
        summary: "The combined values of a project's layers, a Cloud Optimized GeoTIFF",
        security,
        params: combinedParamsSchema,
        querystring: rasterFileQuerySchema,
        response: {
          200: { description: 'The file.', content },
          206: { description: 'A part of it.', content },
          ...refusals,
          416: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { projectID } = request.params;
      const { ticket } = request.query;
      const isOpen = ticket !== undefined && tickets.opens(ticket, opened(projectID));
      if (!isOpen) await requireProject(orm, await accountOf(request), projectID);
      const { whole } = await combinedOfProject(orm, projectID);
      if (!whole) throw notFound();
      const location = storage.locate(dataFolderOf(whole), cogFile);
      const told = { fileName: combinedFileName, contentType: cogContentType };
      return replyWithFile(request, reply, location, { ...told, missing: notFound });
    },
  );

  app.post(
    `${path}/ticket`,
    {
      schema: {
        tags,
        summary: 'An address of the combined values that works without the token for a minute',
        security,
        params: combinedParamsSchema,
        response: { 200: downloadAddressSchema, ...refusals },
      },
    },
    async (request) => {
      const account = await accountOf(request);
      const { id } = await requireProject(orm, account, request.params.projectID);
      const ticket = tickets.issue(opened(id));
      const address = `${combinedPath(id)}/file?ticket=${ticket}`;
      return { address, file_name: combinedFileName };
    },
  );
}
