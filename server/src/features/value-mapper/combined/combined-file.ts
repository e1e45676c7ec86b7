import { combinedPath } from '@refugia/contract/value-mapper/calls.ts';
import { combinedParamsSchema } from '@refugia/contract/value-mapper/combined.ts';
import type { App } from '../../../platform/http/app.ts';
import { found, notFound, requireProject } from '../access.ts';
import { cogContentType, registerTicketedFile } from '../downloads/ticketed-file.ts';
import { combinedOfProject } from '../stored/combined-queries.ts';
import { cogOf } from '../stored/stored-files.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';
import { combinedFileName } from './describe-combined.ts';

/** Registers the download of a project's combined values. */
export function registerCombinedFile(app: App, { platform, requireOwn }: ValueMapperContext): void {
  const { orm } = platform.database;
  registerTicketedFile(app, platform, {
    path: `${combinedPath(':projectID')}/file`,
    params: combinedParamsSchema,
    summary: "The combined values of a project's layers, a Cloud Optimized GeoTIFF",
    ticketSummary: 'An address of the combined values that works without the token for a minute',
    requireOwn: (request, { projectID }) => requireOwn(request, requireProject, projectID),
    async locate({ projectID }) {
      const { whole } = await combinedOfProject(orm, projectID);
      return { ...cogOf(found(whole)), fileName: combinedFileName, contentType: cogContentType };
    },
    missing: notFound,
  });
}
