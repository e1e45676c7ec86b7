import { randomUUID } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { scenariosPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  type LayerCurve,
  scenarioChangesQuerySchema,
  scenarioChangesSchema,
  scenarioParamsSchema,
} from '@refugia/contract/value-mapper/scenarios.ts';
import { type Combination, type CombinedLayer, RasterError } from '@refugia/engine/ingest/index.ts';
import pLimit from 'p-limit';
import type { App } from '../../../platform/http/app.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createRasters } from '../../../services/rasters/rasters.ts';
import { notFound, requireScenario, type ScenarioRow } from '../access.ts';
import { describeFailure } from '../processing/failures.ts';
import { valuationOf, wholeFacts } from '../stored/drawing.ts';
import { cogFile, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { findRasterOfLayer } from '../stored/stored-queries.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';

/** Of the people who ask, so many may wait. */
const maxWaiting = 10;

/** Registers the call for the ground that one scenario gains and loses against another. */
export function registerScenarioChanges(
  app: App,
  { platform, accountOf }: ValueMapperContext,
): void {
  const { database, storage, dataDirectory } = platform;
  const { orm } = database;
  const rasters = createRasters({ compiledFolder: dataDirectory.compiled });
  const inTurn = pLimit(1);

  app.get(
    `${scenariosPath}/:scenarioID/changes`,
    {
      schema: {
        tags,
        summary: 'The ground that another scenario gains and loses against this one',
        description:
          'Hectares on the WGS 84 ellipsoid at or above every hundredth of a value, on the pixels of this scenario. Ground without a value is below all thresholds.',
        security,
        params: scenarioParamsSchema,
        querystring: scenarioChangesQuerySchema,
        response: {
          200: scenarioChangesSchema,
          ...refusals,
          409: apiErrorSchema,
          422: apiErrorSchema,
          503: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const first = await requireScenario(orm, account, request.params.scenarioID);
      const second = await requireScenario(orm, account, request.query.with);
      if (second.projectId !== first.projectId) throw notFound();
      if (inTurn.pendingCount >= maxWaiting) {
        reply.header('retry-after', 10);
        const sentence = 'Too many scenarios are being compared. Please try again shortly.';
        throw new ApiFailure(503, 'scenarios_busy', sentence);
      }
      const signal = whileWanted(reply);
      const { firstHundredth, ...hectares } = await inTurn(async () => {
        signal.throwIfAborted();
        const name = `scenarios-${randomUUID()}`;
        const scratch = await storage.openScratch(name);
        try {
          const open = (row: ScenarioRow) => combinationOf(platform, row, { scratch, signal });
          return await rasters.compare(await open(first), await open(second), { signal });
        } catch (error) {
          if (!(error instanceof RasterError)) throw error;
          const { reason, code } = describeFailure(error);
          throw new ApiFailure(422, code, reason);
        } finally {
          await storage.removeScratch(name);
        }
      });
      reply.header('cache-control', 'no-store');
      return { first_hundredth: firstHundredth, ...hectares };
    },
  );
}

/**
 * What a scenario combines, with the files of its layers.
 * @throws {ApiFailure} 409 where a layer is gone
 */
async function combinationOf(
  { database: { orm }, storage }: Platform,
  { name, combination, curves }: ScenarioRow,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<Combination> {
  const layers: CombinedLayer[] = [];
  for (const { data_layer: id, weight, above, leaves_out: leavesOut } of combination.layers) {
    const raster = await findRasterOfLayer(orm, id);
    const facts = raster && wholeFacts(raster);
    const curve = curves.find(({ data_layer }) => data_layer === id);
    const valuation = facts && curve && valuationOf(asStored(curve), facts);
    if (!valuation) {
      const sentence = `A layer of “${name}” is gone. Please delete the scenario.`;
      throw new ApiFailure(409, 'layer_gone', sentence);
    }
    const place = { folder: dataFolderOf(raster), file: cogFile };
    const cogPath = await localPathOf(storage, place, {
      ...{ scratch, signal, name: `source-${id}.tif` },
    });
    layers.push({ cogPath, valuation, weight, above, leavesOut });
  }
  const grid = combination.layers.findIndex(
    ({ data_layer }) => data_layer === combination.grid_layer,
  );
  return { layers, missing: combination.missing, gridOf: grid < 0 ? null : grid };
}

/** A curve by the names of the table of values. */
const asStored = ({ fnType, fnCoeffs, fnPoints, classValues }: LayerCurve) => ({
  functionType: fnType,
  coefficients: fnPoints ? { points: fnPoints } : (fnCoeffs ?? null),
  classValues: classValues ?? null,
});
