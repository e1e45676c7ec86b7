import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { account as accounts } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { JobAttempt } from '../../../platform/jobs/queue.ts';
import { found } from '../access.ts';
import { lockLayer } from '../layers/queries.ts';
import { awaitStep } from '../processing/await-step.ts';
import { beginCombined, beginValued } from '../processing/begin.ts';
import { combinedOfProject, findRasterOfLayer, listOfLayer } from '../stored/stored-queries.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';
import { sampleLayers, samplePalette } from './sample-layers.ts';
import { emptyLayers, type SampleWork, uploadSample } from './sample-project.ts';

/** The time that the call gets to upload, before the job takes its server for killed. */
const uploadingSeconds = 10;

/**
 * Completes a sample project: waits for its rasters, and values and combines them. An attempt that was
 * interrupted is continued by the next one. What a person does to the project meanwhile is left as it is.
 */
export async function completeSample(
  context: ValueMapperContext,
  { data: sample, signal }: JobAttempt<SampleWork>,
): Promise<void> {
  const { database, log } = context.platform;
  const { orm } = database;
  try {
    for (let second = 0; second < uploadingSeconds; second++) {
      if ((await emptyLayers(orm, sample)).length === 0) break;
      await setTimeout(1000, undefined, { signal });
    }
    if ((await emptyLayers(orm, sample)).length > 0) {
      const [account] = await orm.select().from(accounts).where(eq(accounts.id, sample.accountId));
      if (!account) return;
      await uploadSample(context, account, sample);
    }
    const valueLayer = async (layerId: number) => {
      await awaitRaster(context, layerId, signal);
      await awaitValues(context, sample, layerId, signal);
    };
    // A layer is valued while the next one is read.
    await Promise.all(sample.layerIds.map(valueLayer));
    await combine(context, sample);
  } catch (error) {
    // The project or a part of it was deleted, or a step failed, of which its row tells.
    if (!(error instanceof ApiFailure)) throw error;
    log.info({ err: error, project: sample.projectId }, 'a sample project stays incomplete');
  }
}

async function awaitRaster(
  context: ValueMapperContext,
  layerId: number,
  signal: AbortSignal,
): Promise<void> {
  const { id } = found(await findRasterOfLayer(context.orm, layerId));
  await awaitStep(context, { kind: 'raster', id, step: 'img' }, signal);
}

/** Values a layer, unless it has values or is getting them, and waits for them. */
async function awaitValues(
  context: ValueMapperContext,
  { layerIds }: SampleWork,
  layerId: number,
  signal: AbortSignal,
): Promise<void> {
  const { orm, queues } = context;
  const { valuation } = sampleLayers[layerIds.indexOf(layerId)];
  const { id } = await orm.transaction(async (transaction) => {
    await lockLayer(transaction, layerId);
    const [known] = await listOfLayer(transaction, layerId);
    const wanted = {
      layerId,
      functionType: valuation.type,
      coefficients: 'coefficients' in valuation ? valuation.coefficients : null,
      classValues: 'values' in valuation ? valuation.values : null,
      palette: samplePalette,
    };
    return known ?? (await beginValued(transaction, queues, wanted));
  });
  await awaitStep(context, { kind: 'valued', id, step: 'genValImg' }, signal);
}

/** Begins to combine the layers, unless they are combined or about to be. */
async function combine(
  { orm, queues }: ValueMapperContext,
  { projectId, layerIds }: SampleWork,
): Promise<void> {
  const layers = layerIds.map((data_layer, index) => ({
    data_layer,
    weight: sampleLayers[index].weight,
    above: null,
    leaves_out: false,
  }));
  await orm.transaction(async (transaction) => {
    for (const id of layerIds) await lockLayer(transaction, id);
    const { whole, next } = await combinedOfProject(transaction, projectId);
    if (whole ?? next) return;
    await beginCombined(transaction, queues, {
      projectId,
      combination: {
        layers,
        missing: 'no-data',
        grid_layer: null,
        color_palette: samplePalette,
      },
    });
  });
}
