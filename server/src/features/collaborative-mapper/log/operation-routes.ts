import {
  appliedSchema,
  operationListSchema,
  operationsQuerySchema,
  operationsRequestSchema,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type { App } from '../../../platform/http/app.ts';
import { authorOf } from '../maps/access.ts';
import { anybody, type MapContext, refusals, signedIn, tags } from '../maps/map-context.ts';
import { applyAll, changeOf } from './apply-changes.ts';
import { answeringConflicts, conflictResponse } from './edit-reply.ts';
import { listReadableOperations } from './operation-queries.ts';
import { editMapOnce } from './requests.ts';
import { pushUndoStep } from './undo.ts';

/**
 * Registers the routes that read a map's log and by which the owner changes several features at
 * once.
 */
export function registerOperations(app: App, { orm, read, own }: MapContext): void {
  app.get(
    '/api/rrm/operations',
    {
      schema: {
        tags,
        summary: 'What happened on a map after a number of its log',
        description:
          'Who does not work on the map reads the log from its publication on, and of each operation only what is still there: no values from before, and nothing of what was deleted. Where the first operation does not follow on the number that was given, the features are to be read anew.',
        security: anybody,
        querystring: operationsQuerySchema,
        response: { 200: operationListSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id, since, limit } = request.query;
      const access = await read(request, id);
      reply.header('cache-control', 'no-store');
      const operations = await listReadableOperations(orm, access, { since, limit });
      // Operations may have been added since the map was read.
      return { operations, seq: Math.max(access.map.lastSeq, operations.at(-1)?.seq ?? 0) };
    },
  );

  app.post(
    '/api/rrm/operations',
    {
      schema: {
        tags,
        summary: 'Change features of a map of your own, all together or not at all',
        security: signedIn,
        body: operationsRequestSchema,
        response: { 200: appliedSchema, ...refusals, ...conflictResponse },
      },
    },
    async (request, reply) => {
      const { mapID, client_operation_id, changes, resolutions } = request.body;
      const access = await own(request, mapID);
      return await answeringConflicts(reply, () =>
        editMapOnce(
          orm,
          {
            mapId: mapID,
            author: authorOf(access, request, reply),
            clientOperationId: client_operation_id,
            content: { changes, resolutions },
          },
          async (edit) => {
            await applyAll(edit, changes.map(changeOf), resolutions);
            await pushUndoStep(edit);
          },
        ),
      );
    },
  );
}
