import { readFile } from 'node:fs/promises';
import { selectionsPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  selectionParamsSchema,
  selectionUnitsQuerySchema,
  selectionUnitsSchema,
} from '@refugia/contract/value-mapper/selections.ts';
import { binaryReply } from '../../../platform/http/api-document.ts';
import type { App } from '../../../platform/http/app.ts';
import { errorReplies } from '../../../platform/http/error-replies.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { replyWithJson } from '../../../platform/http/streamed-reply.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { inScratch } from '../../../platform/storage/scratch.ts';
import { requireSelection } from '../access.ts';
import { unitsFile } from '../stored/selection-queries.ts';
import { dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { replyWithFeatures } from '../zones/statistics-file.ts';

/** Registers the call for the units of a finished search, for the map and as files. */
export function registerSelectionUnits(
  app: App,
  { platform, requireOwn }: ValueMapperContext,
): void {
  const { storage } = platform;
  const checkRate = createCallerLimitCheck(app, platform, 'exportsPerMinute');

  const readUnits = (folder: string, signal: AbortSignal): Promise<Buffer> =>
    inScratch(storage, 'selection', async (scratch) =>
      readFile(await localPathOf(storage, { folder, file: unitsFile }, { scratch, signal })),
    );

  app.get(
    `${selectionsPath}/:selectionID/units`,
    {
      schema: {
        tags,
        summary: 'The units of a search with what is chosen, as GeoJSON or as a file',
        description: '"csv" has the shapes as WKT, "gpkg" is a GeoPackage.',
        security,
        params: selectionParamsSchema,
        querystring: selectionUnitsQuerySchema,
        response: {
          200: {
            description: 'The units.',
            content: {
              'application/json': { schema: selectionUnitsSchema },
              ...binaryReply(
                '',
                'text/csv',
                'application/geo+json',
                'application/geopackage+sqlite3',
              ).content,
            },
          },
          ...refusals,
          ...errorReplies(409, 429),
        },
      },
    },
    async (request, reply) => {
      const row = await requireOwn(request, requireSelection, request.params.selectionID);
      if (row.state !== 'done') {
        const sentence = 'This search has no result yet. Please wait until it is done.';
        throw new ApiFailure(409, 'not_found_yet', sentence);
      }
      const { format } = request.query;
      if (format !== 'json') await checkRate(request, reply);
      const signal = whileWanted(reply);
      const units = await readUnits(dataFolderOf(row), signal);
      reply.header('cache-control', 'no-store');
      if (format === 'json') {
        // The job has written what the schema says.
        return replyWithJson(reply, `{"type":"FeatureCollection","features":${units}}`);
      }
      return replyWithFeatures(reply, { input: units, name: 'best-places', format, signal });
    },
  );
}
