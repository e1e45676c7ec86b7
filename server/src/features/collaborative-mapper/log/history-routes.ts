import {
  historyEntrySchema,
  historyQuerySchema,
  revertSchema,
  undoRedoSchema,
  undoStateSchema,
} from '@refugia/contract/collaborative-mapper/history.ts';
import {
  justificationSchema,
  mapQuerySchema,
  parseJsonText,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  appliedSchema,
  operationListSchema,
  operationsQuerySchema,
  operationsRequestSchema,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { conflictResponse, forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { applyChanges, changeOf, featureNotFound } from './apply-changes.ts';
import { mapOfFeature } from './feature-rows.ts';
import { listHistory, summariseGroup, summariseReverted } from './history-queries.ts';
import { editMapOnce } from './requests.ts';
import { requireNextStep, revertGroup, takeStep } from './revert.ts';
import { countSteps, findNextStep, type UndoAction } from './undo.ts';
import { listReadableOperations } from './viewers-log.ts';

/** Registers the routes that read a map's log, and by which the owner changes several features at once. */
export function registerOperations(app: App, { orm, view, own }: MapContext): void {
  app.get(
    '/api/rrm/operations',
    forAnybody('What happened on a map after a number of its log', {
      description:
        'Who does not work on the map reads the log from its publication on, and of each operation only what is still there: no values from before, and nothing of what was deleted. Where the first operation does not follow on the number that was given, the features are to be read anew.',
      querystring: operationsQuerySchema,
      response: { 200: operationListSchema },
    }),
    async (request, reply) => {
      const { id, since, limit } = request.query;
      const access = await view(request, id);
      reply.header('cache-control', 'no-store');
      const operations = await listReadableOperations(orm, access, { since, limit });
      // Operations may have been added since the map was read.
      return { operations, seq: Math.max(access.map.lastSeq, operations.at(-1)?.seq ?? 0) };
    },
  );

  app.post(
    '/api/rrm/operations',
    forAccounts('Change features of a map of your own, all together or not at all', {
      body: operationsRequestSchema,
      response: { 200: appliedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { mapID, client_operation_id, changes, resolutions } = request.body;
      const { author } = await own(request, mapID);
      return await editMapOnce(
        orm,
        {
          mapId: mapID,
          author,
          clientOperationId: client_operation_id,
          content: { changes, resolutions },
        },
        (edit) => applyChanges(edit, changes.map(changeOf), resolutions),
      );
    },
  );
}

/** Registers the routes that list a map's history, and revert the owner's last change or any single one. */
export function registerHistory(app: App, context: MapContext): void {
  registerChanges(app, context);
  registerUndo(app, context);
}

function registerChanges(app: App, { orm, read, own }: MapContext): void {
  app.get(
    '/api/rrm/history',
    forAnybody('Who did what on a map, and when; the latest first', {
      querystring: historyQuerySchema,
      response: { 200: historyEntrySchema.array() },
    }),
    async (request, reply) => {
      const { id, before = Number.MAX_SAFE_INTEGER, limit, feature } = request.query;
      const access = await read(request, id);
      reply.header('cache-control', 'no-store');
      return await listHistory(orm, access, { before, limit, feature });
    },
  );

  app.post(
    '/api/rrm/history',
    forAccounts('Take one change back; later changes are kept, or told as conflicts', {
      body: revertSchema,
      response: { 200: appliedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, group, resolutions, client_operation_id } = request.body;
      const { author } = await own(request, id);
      return await editMapOnce(
        orm,
        {
          mapId: id,
          author,
          revertsGroupId: group,
          clientOperationId: client_operation_id,
          content: { revert: group, resolutions },
        },
        (edit) => revertGroup(edit, group, resolutions),
      );
    },
  );

  app.post(
    '/api/rrm/metadata',
    forAccounts("Write down in a map's history why something was done", {
      body: justificationSchema,
      response: { 200: appliedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, justification } = request.body;
      const { author } = await own(request, id);
      return await editMapOnce(orm, { mapId: id, author, content: null }, async (edit) => {
        edit.append({ patch: { kind: 'note', text: justification } });
      });
    },
  );
}

/** Finds the map of a call, by the map's id or by the id of one of its features. */
async function mapMeant(
  { orm }: MapContext,
  { mapID, geometry }: { mapID?: number | undefined; geometry?: unknown },
): Promise<number> {
  if (mapID !== undefined) return mapID;
  const featureId = featureIdIn(geometry);
  if (featureId === undefined) {
    const sentence =
      '"action" needs the map that is meant: give its id as "mapID", or a feature of it with its "id" as "geometry".';
    throw new ApiFailure(400, 'invalid', sentence, { mapID: sentence, geometry: sentence });
  }
  const found = await mapOfFeature(orm, featureId);
  if (found === undefined) throw featureNotFound();
  return found;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the id of a feature from a GeoJSON object, from its JSON text, or from the id alone. */
function featureIdIn(geometry: unknown): string | undefined {
  const isObjectText = typeof geometry === 'string' && geometry.startsWith('{');
  const feature = isObjectText ? parseJsonText(geometry) : geometry;
  const isObject = typeof feature === 'object' && feature !== null;
  const id = isObject && 'id' in feature ? feature.id : feature;
  return typeof id === 'string' && uuidPattern.test(id) ? id : undefined;
}

function registerUndo(app: App, context: MapContext): void {
  const { orm, own } = context;

  app.get(
    '/api/rrm/undoredo',
    forAccounts('What you can undo on a map of your own, and do again', {
      querystring: mapQuerySchema,
      response: { 200: undoStateSchema },
    }),
    async (request, reply) => {
      const { map, account } = await own(request, request.query.id);
      const stack = { mapId: map.id, accountId: account.id };
      // A step to redo is called by what was undone, which the undoing itself reads the wrong way
      // round.
      const summaries = { undo: summariseGroup, redo: summariseReverted };
      const next = async (action: UndoAction) => {
        const step = await findNextStep(orm, stack, action);
        return step ? ((await summaries[action](orm, map.id, step.groupId)) ?? null) : null;
      };
      const steps = await countSteps(orm, stack);
      reply.header('cache-control', 'no-store');
      return {
        undo_count: steps.undo,
        redo_count: steps.redo,
        undo: await next('undo'),
        redo: await next('redo'),
      };
    },
  );

  async function takeNextStep(request: FastifyRequest, body: z.infer<typeof undoRedoSchema>) {
    const { action, resolutions, client_operation_id } = body;
    const mapId = await mapMeant(context, body);
    const { account, author } = await own(request, mapId);
    const stack = { mapId, accountId: account.id };
    // The step is found before the map is locked, because the log's entries name the group that
    // is reverted.
    const expected = await findNextStep(orm, stack, action);
    return await editMapOnce(
      orm,
      {
        mapId,
        author,
        clientOperationId: client_operation_id,
        revertsGroupId: expected?.groupId,
        isUndoOrRedo: true,
        content: { action, resolutions },
      },
      async (edit) => {
        const step = await requireNextStep(edit.transaction, stack, action);
        if (step.groupId !== expected?.groupId) throw stackMoved();
        await takeStep(edit, { step, action }, resolutions);
      },
    );
  }

  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url: '/api/rrm/undoredo',
      ...forAccounts('Undo your last change on a map of your own, or do it again', {
        body: undoRedoSchema,
        response: { 200: appliedSchema, ...conflictResponse },
      }),
      handler: (request) => takeNextStep(request, request.body),
    });
  }
}

function stackMoved(): ApiFailure {
  return new ApiFailure(
    409,
    'stack_moved',
    'Another change of yours came first. Please try again.',
  );
}
