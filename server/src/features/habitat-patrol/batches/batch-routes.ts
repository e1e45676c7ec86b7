import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type Batch,
  batchListSchema,
  batchSchema,
  type NewBatch,
  newBatchSchema,
} from '@refugia/contract/habitat-patrol/batches.ts';
import { runDeletedSchema } from '@refugia/contract/habitat-patrol/my-runs.ts';
import type { FastifyRequest } from 'fastify';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { isOwner, requireOwner } from '../../../services/owners/owner.ts';
import { checkRequest, type RunRequest, runOf } from '../engine/run-request.ts';
import { addRun, cancelRun } from '../runs/jobs.ts';
import { findRun } from '../runs/queries.ts';
import {
  forAccounts,
  idSchema,
  ownerOnly,
  type RunContext,
  withoutToken,
} from '../runs/run-context.ts';
import { removeRun } from '../runs/run-removal.ts';
import {
  type BatchRow,
  deleteBatch,
  findBatch,
  findBatchedIds,
  hasActiveBatch,
  insertBatch,
  listBatchedRuns,
  listBatches,
} from './batch-queries.ts';

const path = '/api/changedetection/batches';
/** The corners of all areas, with the quotation marks of JSON in JSON. */
const maxBodyBytes = 4_000_000;

const notYours = {
  code: 'not_your_batch',
  loggedOut: 'Please log in: only the account that started this comparison may do this.',
  loggedIn: 'Only the person who started this comparison may do this.',
};

/**
 * Finds a batch.
 * @throws {ApiFailure} 404
 */
export async function requireBatch({ orm }: RunContext, id: string): Promise<BatchRow> {
  const batch = await findBatch(orm, id);
  if (batch) return batch;
  throw new ApiFailure(
    404,
    'batch_not_found',
    'There is no such comparison of areas, or it has been deleted.',
  );
}

/** Describes a batch for its caller. */
export async function describeBatch(
  { platform: { config, database, sessions } }: RunContext,
  request: FastifyRequest,
  batch: BatchRow,
): Promise<Batch> {
  return {
    id: batch.id,
    name: batch.name,
    created_at: batch.createdAt.toISOString(),
    is_owner: await isOwner({ sessions, request }, { ...batch, visitorId: null }),
    runs: await listBatchedRuns(database.orm, batch.id, config.runRetentionDays),
  };
}

/** Registers batches: several areas that are each compared between the same two dates. */
export function registerBatches(app: App, context: RunContext): void {
  const { platform, imagery, queue } = context;
  const { database, sessions } = platform;

  app.post(
    path,
    {
      bodyLimit: maxBodyBytes,
      ...forAccounts('Compare several areas between the same two dates, each by a run of its own', {
        description:
          'The runs are worked on one after the other, in a lane of their own. An account has one batch under way at a time.',
        body: newBatchSchema,
        response: { 201: batchSchema, ...errorReplies(400, 401, 409, 413) },
      }),
    },
    async (request, reply) => {
      const { id: accountId } = await sessions.require(request);
      const requests = requestsOf(request.body, new Date());
      const used = await imagery.current();
      const batch = { id: newId(), accountId, name: request.body.name };
      await database.orm.transaction(async (transaction) => {
        if (await hasActiveBatch(transaction, accountId)) {
          throw new ApiFailure(
            409,
            'batch_in_progress',
            'Your last comparison of several areas is still under way. Please wait for it, or stop it.',
          );
        }
        await insertBatch(transaction, batch);
        for (const request of requests) {
          await addRun(transaction, queue, {
            ...runOf(request, used),
            ...{ id: newId(), accountId, visitorId: null, address: null, batchId: batch.id },
          });
        }
      });
      const row = await requireBatch(context, batch.id);
      return reply.code(201).send(await describeBatch(context, request, row));
    },
  );

  registerReading(app, context);
  registerEnding(app, context);
}

/**
 * The request of each area's run.
 * @throws {ApiFailure} 400 with the message of the first check that fails, which names the area
 */
function requestsOf({ areas, name: _, ...common }: NewBatch, now: Date): RunRequest[] {
  return areas.map(({ name, coords }, index) => {
    try {
      return checkRequest({ ...common, coords, areaName: name }, now);
    } catch (error) {
      const fault = error instanceof ApiFailure ? error.fields?.coords : undefined;
      if (!(error instanceof ApiFailure) || !fault) throw error;
      const sentence = `${name || `Area ${index + 1}`}: ${fault}`;
      throw new ApiFailure(400, error.code, sentence, { [`areas.${index}.coords`]: fault });
    }
  });
}

function registerReading(app: App, context: RunContext): void {
  const { platform, orm } = context;

  app.get(
    path,
    forAccounts('Your own batches, the newest first', {
      response: { 200: batchListSchema, 401: apiErrorSchema },
    }),
    async (request, reply) => {
      const { id } = await platform.sessions.require(request);
      reply.header('cache-control', 'no-store');
      return listBatches(orm, id);
    },
  );

  app.get(
    `${path}/:id`,
    withoutToken('A batch with its runs, for whoever knows its id', {
      params: idSchema,
      response: { 200: batchSchema, 404: apiErrorSchema },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return describeBatch(context, request, await requireBatch(context, request.params.id));
    },
  );
}

function registerEnding(app: App, context: RunContext): void {
  const { platform, orm } = context;

  async function requireOwnBatch(request: FastifyRequest, id: string): Promise<BatchRow> {
    const batch = await requireBatch(context, id);
    const { sessions } = platform;
    await requireOwner({ sessions, request }, { ...batch, visitorId: null }, notYours);
    return batch;
  }

  async function stop(id: string): Promise<void> {
    for (const each of await findBatchedIds(orm, id)) {
      const run = each.isActive ? await findRun(orm, each.id) : undefined;
      if (run) await cancelRun(context, run);
    }
  }

  app.post(
    `${path}/:id/cancel`,
    forAccounts('Stop the runs of your own batch that have not ended', {
      params: idSchema,
      response: { 200: batchSchema, ...ownerOnly },
    }),
    async (request) => {
      const batch = await requireOwnBatch(request, request.params.id);
      await stop(batch.id);
      return describeBatch(context, request, batch);
    },
  );

  app.delete(
    `${path}/:id`,
    forAccounts('Delete a batch of your own with its runs; those under way are stopped', {
      params: idSchema,
      response: { 200: runDeletedSchema, ...ownerOnly },
    }),
    async (request) => {
      const { id } = await requireOwnBatch(request, request.params.id);
      await stop(id);
      for (const run of await findBatchedIds(orm, id)) {
        await removeRun(context, run.id);
        context.doneRuns.forget(run.id);
      }
      await deleteBatch(orm, id);
      return { id };
    },
  );
}
