import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { deletedRowSchema, valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import {
  type NewValuedRaster,
  newValuedRasterQuerySchema,
  newValuedRasterSchema,
  type ValuedRaster,
  valuedRasterQuerySchema,
  valuedRasterSchema,
  valuedRasterStepQuerySchema,
  valuedRastersQuerySchema,
} from '@refugia/contract/value-mapper/valued.ts';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import {
  type RasterRow,
  requireLayer,
  requireProject,
  requireValued,
  type ValuedRow,
} from '../access.ts';
import { awaitStep } from '../processing/await-step.ts';
import { beginValued } from '../processing/begin.ts';
import { describeValued } from '../rasters/describe.ts';
import { asStored } from '../stored/scenario-queries.ts';
import {
  deleteValued,
  findRasterOfLayer,
  listOfLayer,
  listOfProject,
  listRasters,
  wholeAndNext,
} from '../stored/stored-queries.ts';
import { rangeOf, wholeFacts } from '../stored/valuations.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';

const path = `${valueMapperBase}/val_rst_datasets_ctrl`;

/**
 * Describes one valued raster for each layer: the complete one, or else the one that is being
 * built.
 */
function describeOfLayers(
  rows: readonly ValuedRow[],
  rasters: ReadonlyMap<number, RasterRow>,
): ValuedRaster[] {
  const layers = [...new Set(rows.map(({ layerId }) => layerId))];
  return layers.map((layerId) => {
    const { whole, next } = wholeAndNext(rows.filter((row) => row.layerId === layerId));
    return describeValued(whole ?? next!, rasters.get(layerId), whole && next);
  });
}

/**
 * @throws {ApiFailure} 409 when the layer has no processed raster, 400 for a curve that does not
 * fit its numbers
 */
function requireFitting(
  raster: RasterRow | undefined,
  { fnType, fnCoeffs }: NewValuedRaster,
): void {
  const facts = raster && wholeFacts(raster);
  if (!facts) {
    throw new ApiFailure(
      409,
      'raster_not_ready',
      'This data layer has no processed raster yet. Please wait until it is done.',
    );
  }
  const range = rangeOf(facts);
  if (!range) {
    throw new ApiFailure(409, 'raster_empty', 'This raster holds no data that could be valued.');
  }
  if (fnType !== 'step' || !fnCoeffs) return;
  if (fnCoeffs.B >= range.min && fnCoeffs.B <= range.max) return;
  const sentence = `B of a step lies between ${range.min} and ${range.max}.`;
  throw new ApiFailure(400, 'invalid', sentence, { fnCoeffs: sentence });
}

/** Describes a valued raster, and the one that is about to take its place. */
async function describe(orm: Queryable, row: ValuedRow): Promise<ValuedRaster> {
  const raster = await findRasterOfLayer(orm, row.layerId);
  const { next } = wholeAndNext(await listOfLayer(orm, row.layerId));
  return describeValued(row, raster, row.state === 'done' ? next : undefined);
}

/** Registers the routes for valued rasters and for the steps of building them. */
export function registerValued(app: App, context: ValueMapperContext): void {
  registerValuedLists(app, context);
  registerValuedAddedAndDeleted(app, context);
  registerValuedSteps(app, context);
}

function registerValuedLists(app: App, { orm, requireReadable }: ValueMapperContext): void {
  app.get(
    path,
    forAccounts("The valued rasters of a project's layers, or one of them", {
      querystring: valuedRastersQuerySchema,
      response: { 200: z.union([z.array(valuedRasterSchema), valuedRasterSchema]) },
    }),
    async (request) => {
      const { query } = request;
      if (query.type === 'byID') {
        const { valued } = await requireReadable(request, requireValued, query.valRstDatasetID);
        return await describe(orm, valued);
      }
      const { id } = await requireReadable(request, requireProject, query.projectID);
      const rasters = await listRasters(orm, id);
      const byLayer = new Map(rasters.map((raster) => [raster.layerId, raster]));
      return describeOfLayers(await listOfProject(orm, id), byLayer);
    },
  );
}

function registerValuedAddedAndDeleted(app: App, context: ValueMapperContext): void {
  const { orm, requireOwn, queues, removeLeft } = context;

  app.post(
    path,
    forAccounts('Value a raster by a curve, or class by class; answers valRstDatasetID', {
      description: "The layer's former valued raster stays until the new one is whole.",
      querystring: newValuedRasterQuerySchema,
      response: { 200: newValuedRasterSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const { query } = request;
      const { id: layerId } = await requireOwn(request, requireLayer, query.dataLayerID);
      requireFitting(await findRasterOfLayer(orm, layerId), query);
      const { id } = await orm.transaction((transaction) =>
        beginValued(transaction, queues, {
          layerId,
          ...asStored(query),
          palette: query.colorPalette,
        }),
      );
      // An earlier valued raster that was still being built is no longer wanted.
      await removeLeft();
      return { valRstDatasetID: id };
    },
  );

  app.delete(
    path,
    forAccounts('Delete a valued raster; the layer shows its original again', {
      querystring: valuedRasterQuerySchema,
      response: { 200: deletedRowSchema },
    }),
    async (request) => {
      const { valRstDatasetID } = request.query;
      const { id } = (await requireOwn(request, requireValued, valRstDatasetID)).valued;
      await deleteValued(orm, id);
      await removeLeft();
      return { id };
    },
  );
}

function registerValuedSteps(app: App, context: ValueMapperContext): void {
  const { orm, requireOwn } = context;

  app.put(
    path,
    forAccounts('Wait for a step of building a valued raster; one that failed is repeated', {
      querystring: valuedRasterStepQuerySchema,
      response: { 200: valuedRasterSchema, ...errorReplies(409, 422) },
    }),
    async (request, reply) => {
      const { valRstDatasetID, type: step } = request.query;
      const { id } = (await requireOwn(request, requireValued, valRstDatasetID)).valued;
      await awaitStep(context, { kind: 'valued', id, step }, whileWanted(reply));
      const { valued } = await requireOwn(request, requireValued, id);
      return await describe(orm, valued);
    },
  );
}
