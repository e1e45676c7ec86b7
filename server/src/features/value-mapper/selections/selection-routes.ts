import { limits } from '@refugia/contract/limits.ts';
import { selectionsPath } from '@refugia/contract/value-mapper/calls.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import {
  selectionParamsSchema,
  selectionQuestionSchema,
  selectionSchema,
  selectionsSchema,
  selectionUnitsQuerySchema,
  selectionUnitsSchema,
} from '@refugia/contract/value-mapper/selections.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { selection } from '../../../platform/database/schema/index.ts';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { replyWithJson } from '../../../platform/http/streamed-reply.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { projectFull, requireProject, requireSelection, requireZoneSet } from '../access.ts';
import { endLostWork } from '../processing/attempt.ts';
import { beginWork } from '../processing/work.ts';
import { describeSelection, listSelections, unitsFile } from '../stored/selection-queries.ts';
import { dataFolderOf, StoredFileMissing } from '../stored/stored-files.ts';
import { folderOfSource } from '../stored/values-source.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { replyWithFeatures } from '../zones/statistics-file.ts';

const path = `${selectionsPath}/:selectionID`;
const { maxSelections, maxSelectionUnits } = limits.valueMapper;

/** Registers the calls for searches for the best places. */
export function registerSelections(app: App, context: ValueMapperContext): void {
  registerReads(app, context);
  registerStart(app, context);
  registerEnd(app, context);
  registerUnits(app, context);
}

function registerReads(app: App, { platform, orm, requireOwn, queues }: ValueMapperContext): void {
  app.get(
    selectionsPath,
    forAccounts("A project's searches for the best places", {
      querystring: projectIdSchema,
      response: { 200: selectionsSchema },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireProject, request.query.projectID);
      return (await listSelections(orm, id)).map(describeSelection);
    },
  );

  app.get(
    path,
    forAccounts('A search for the best places: its progress, and its result', {
      params: selectionParamsSchema,
      response: { 200: selectionSchema },
    }),
    async (request) => {
      const { selectionID } = request.params;
      const { id, jobId, state } = await requireOwn(request, requireSelection, selectionID);
      if (state === 'waiting' || state === 'running') {
        await endLostWork(platform, queues, { kind: 'selection', id, jobId });
      }
      return describeSelection(await requireOwn(request, requireSelection, selectionID));
    },
  );
}

function registerStart(app: App, { orm, accountOf, queues }: ValueMapperContext): void {
  app.post(
    selectionsPath,
    forAccounts(
      'Search for the places that hold most for a budget, or reach a target at the least cost',
      {
        description:
          'The search goes on after the reply; its progress and result are read by its id. Deleting it cancels it. When its seconds are over, it has its best choice so far, with the gap to what may be possible.',
        querystring: projectIdSchema,
        body: selectionQuestionSchema,
        response: { 200: selectionSchema, ...errorReplies(409, 422) },
      },
    ),
    async (request) => {
      const account = await accountOf(request);
      const { id: projectId } = await requireProject(orm, account, request.query.projectID);
      const question = request.body;
      await folderOfSource(orm, account, question.source);
      if (question.zonesID !== undefined) {
        const { zoneCount } = await requireZoneSet(orm, account, question.zonesID);
        if (zoneCount > maxSelectionUnits) throw tooManyZones(zoneCount);
      }
      const { length } = await listSelections(orm, projectId);
      if (length >= maxSelections) throw projectFull('selections', maxSelections);
      const row = await orm.transaction((transaction) =>
        beginWork(transaction, queues, {
          kind: 'selection',
          add: (begun) =>
            transaction
              .insert(selection)
              .values({ projectId, question, ...begun })
              .returning(),
        }),
      );
      return describeSelection(row);
    },
  );
}

function registerEnd(app: App, { orm, requireOwn, removeLeft }: ValueMapperContext): void {
  app.delete(
    path,
    forAccounts('Delete a search for the best places, or cancel it', {
      params: selectionParamsSchema,
      response: { 200: z.object({ deleted: z.literal(true) }) },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireSelection, request.params.selectionID);
      await orm.delete(selection).where(eq(selection.id, id));
      await removeLeft();
      return { deleted: true as const };
    },
  );
}

function tooManyZones(count: number): ApiFailure {
  const [found, most] = [count, maxSelectionUnits].map((number) => number.toLocaleString('en-US'));
  const sentence = `These are ${found} zones, and at most ${most} can be searched. Please choose fewer zones.`;
  return new ApiFailure(422, 'too_many_units', sentence);
}

function registerUnits(app: App, { platform, requireOwn }: ValueMapperContext): void {
  const checkRate = createCallerLimitCheck(app, platform, 'exportsPerMinute');

  app.get(
    `${selectionsPath}/:selectionID/units`,
    forAccounts('The units of a search with what is chosen, as GeoJSON or as a file', {
      description: '"csv" has the shapes as WKT, "gpkg" is a GeoPackage.',
      params: selectionParamsSchema,
      querystring: selectionUnitsQuerySchema,
      response: {
        200: {
          description: 'The units.',
          content: {
            'application/json': { schema: selectionUnitsSchema },
            ...binaryReply('', 'text/csv', 'application/geo+json', 'application/geopackage+sqlite3')
              .content,
          },
        },
        ...errorReplies(409, 429),
      },
    }),
    async (request, reply) => {
      const row = await requireOwn(request, requireSelection, request.params.selectionID);
      if (row.state !== 'done') {
        const sentence = 'This search has no result yet. Please wait until it is done.';
        throw new ApiFailure(409, 'not_found_yet', sentence);
      }
      const { format } = request.query;
      if (format !== 'json') await checkRate(request, reply);
      const units = await platform.storage.read(dataFolderOf(row), unitsFile);
      if (!units) throw new StoredFileMissing(unitsFile);
      reply.header('cache-control', 'no-store');
      if (format === 'json') {
        // The job has written what the schema says.
        return replyWithJson(
          reply,
          `{"type":"FeatureCollection","features":${Buffer.from(units)}}`,
        );
      }
      const signal = whileWanted(reply);
      return replyWithFeatures(reply, { input: units, name: 'best-places', format, signal });
    },
  );
}
