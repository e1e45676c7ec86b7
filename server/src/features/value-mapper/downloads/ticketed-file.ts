import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  downloadAddressSchema,
  rasterFileQuerySchema,
} from '@refugia/contract/value-mapper/rasters.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import type { ApiFailure } from '../../../platform/http/failure.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forAccounts } from '../value-mapper-context.ts';
import { createTickets } from './tickets.ts';

export const cogContentType = 'image/tiff; application=geotiff; profile=cloud-optimized';

/** The place of a file in the storage, and the name of its download. */
export interface Stored {
  readonly folder: string;
  readonly file: string;
  readonly fileName: string;
  readonly contentType: string;
}

interface TicketedFile<Params extends z.ZodObject> {
  readonly path: string;
  readonly params: Params;
  readonly summary: string;
  readonly description?: string;
  readonly ticketSummary: string;
  /** @throws {ApiFailure} unless the file is the caller's */
  requireOwn(request: FastifyRequest, params: z.output<Params>): Promise<unknown>;
  /** @throws {ApiFailure} 404 when the file has not been made */
  locate(params: z.output<Params>): Promise<Stored>;
  /** The failure for a file that was removed. */
  missing(): ApiFailure;
}

/**
 * Registers the download of a file. A request needs the token, or a ticket that was issued for the
 * token.
 */
export function registerTicketedFile<Params extends z.ZodObject>(
  app: App,
  { storage, keys }: Pick<Platform, 'storage' | 'keys'>,
  file: TicketedFile<Params>,
): void {
  const tickets = createTickets(keys.ticket);
  const { path, params, requireOwn, locate, missing } = file;
  const { summary, description, ticketSummary } = file;
  // They are checked before; this gives them their type.
  const paramsOf = (request: FastifyRequest) => params.parse(request.params);

  app.get(
    path,
    {
      compress: false,
      ...forAccounts(summary, {
        ...(description && { description }),
        params,
        querystring: rasterFileQuerySchema,
        response: {
          200: binaryReply('The file.', 'application/octet-stream'),
          206: binaryReply('A part of it.', 'application/octet-stream'),
          416: apiErrorSchema,
        },
      }),
    },
    async (request, reply) => {
      const { ticket } = request.query;
      const [address] = request.url.split('?');
      const isOpen = ticket !== undefined && tickets.opens(ticket, address);
      if (!isOpen) await requireOwn(request, paramsOf(request));
      const { folder, file: name, ...named } = await locate(paramsOf(request));
      return replyWithFile(request, reply, storage.locate(folder, name), { ...named, missing });
    },
  );

  app.post(
    `${path}/ticket`,
    forAccounts(ticketSummary, { params, response: { 200: downloadAddressSchema } }),
    async (request) => {
      await requireOwn(request, paramsOf(request));
      const { fileName } = await locate(paramsOf(request));
      const address = request.url.replace(/\/ticket(\?.*)?$/, '');
      return { address: `${address}?ticket=${tickets.issue(address)}`, file_name: fileName };
    },
  );
}
