import { scenariosPath } from '@refugia/contract/value-mapper/calls.ts';
import {
  scenarioChangesQuerySchema,
  scenarioChangesSchema,
  scenarioParamsSchema,
} from '@refugia/contract/value-mapper/scenarios.ts';
import type { Combination } from '@refugia/engine/ingest/index.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { oneAtATime } from '../../../platform/http/one-at-a-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { inScratch } from '../../../platform/storage/scratch.ts';
import { notFound, requireScenario, type ScenarioRow } from '../access.ts';
import { asRefusal } from '../processing/failures.ts';
import { asStored } from '../stored/scenario-queries.ts';
import { cogOf, localPathOf } from '../stored/stored-files.ts';
import { findRasterOfLayer } from '../stored/stored-queries.ts';
import { combinationOf, type LayerNumbers, valuationOf, wholeFacts } from '../stored/valuations.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';

/** Registers the call for the ground that one scenario gains and loses against another. */
export function registerScenarioChanges(
  app: App,
  { platform, rasters, requireOwn }: ValueMapperContext,
): void {
  const inTurn = oneAtATime(
    'scenarios_busy',
    'Too many scenarios are being compared. Please try again shortly.',
  );

  app.get(
    `${scenariosPath}/:scenarioID/changes`,
    forAccounts('The ground that another scenario gains and loses against this one', {
      description:
        'Hectares on the WGS 84 ellipsoid at or above every hundredth of a value, on the pixels of this scenario. Ground without a value is below all thresholds.',
      params: scenarioParamsSchema,
      querystring: scenarioChangesQuerySchema,
      response: { 200: scenarioChangesSchema, ...errorReplies(409, 422, 503) },
    }),
    async (request, reply) => {
      const first = await requireOwn(request, requireScenario, request.params.scenarioID);
      const second = await requireOwn(request, requireScenario, request.query.with);
      if (second.projectId !== first.projectId) throw notFound();
      const { firstHundredth, ...hectares } = await inTurn(reply, (signal) =>
        inScratch(platform.storage, 'scenarios', async (scratch) => {
          const open = (row: ScenarioRow) => openScenario(platform, row, { scratch, signal });
          return await rasters.compare(await open(first), await open(second), { signal });
        }).catch((error: unknown) => {
          throw asRefusal(error);
        }),
      );
      reply.header('cache-control', 'no-store');
      return { first_hundredth: firstHundredth, ...hectares };
    },
  );
}

/**
 * What a scenario combines, with the files of its layers.
 * @throws {ApiFailure} 409 where a layer is gone
 */
async function openScenario(
  { database: { orm }, storage }: Platform,
  { name, combination, curves }: ScenarioRow,
  copying: { scratch: string; signal: AbortSignal },
): Promise<Combination> {
  const numbers: LayerNumbers[] = [];
  for (const { data_layer: id } of combination.layers) {
    const raster = await findRasterOfLayer(orm, id);
    const facts = raster && wholeFacts(raster);
    const curve = curves.find(({ data_layer }) => data_layer === id);
    const valuation = facts && curve && valuationOf(asStored(curve), facts);
    if (!valuation) {
      const sentence = `A layer of “${name}” is gone. Please delete the scenario.`;
      throw new ApiFailure(409, 'layer_gone', sentence);
    }
    numbers.push({ cogPath: await localPathOf(storage, cogOf(raster), copying), valuation });
  }
  return combinationOf(combination, numbers);
}
