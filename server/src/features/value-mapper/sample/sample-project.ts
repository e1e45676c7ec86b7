import { Readable } from 'node:stream';
import { sampleTitle, valueMapperRasterPurpose } from '@refugia/contract/value-mapper/calls.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { valueLayer, valueMap, valueProject } from '../../../platform/database/schema/index.ts';
import type { Account } from '../../../platform/session/sessions.ts';
import { addProject } from '../projects/queries.ts';
import { findRasterOfLayer } from '../stored/stored-queries.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';
import { sampleLayers, sampleSummary, sampleView } from './sample-layers.ts';

/** A new sample project whose layers are to be filled, valued and combined. */
export interface SampleWork {
  readonly accountId: number;
  readonly projectId: number;
  /** In the order of `sampleLayers`. */
  readonly layerIds: readonly number[];
}

/** The account's sample project, unless it has another title by now. */
export async function findSample(orm: Queryable, accountId: number): Promise<number | undefined> {
  const [row] = await orm
    .select({ id: valueProject.id })
    .from(valueProject)
    .where(and(eq(valueProject.accountId, accountId), eq(valueProject.title, sampleTitle)));
  return row?.id;
}

/**
 * Adds the sample project with its empty layers.
 * @throws {ApiFailure} 409 when the account has as many projects as it may have
 */
export async function addSample(transaction: Transaction, accountId: number): Promise<SampleWork> {
  const texts = { title: sampleTitle, summary: sampleSummary };
  const projectId = await addProject(transaction, { accountId, ...texts });
  await transaction.insert(valueMap).values({ projectId, ...sampleView });
  const layers = await transaction
    .insert(valueLayer)
    .values(sampleLayers.map(({ label }, position) => ({ projectId, label, position })))
    .returning({ id: valueLayer.id });
  return { accountId, projectId, layerIds: layers.map(({ id }) => id) };
}

/** Makes the files by their names, in a thread that ends then. */
async function makeFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const pool = new ThreadPool<null, ReadonlyMap<string, Uint8Array>>({
    url: new URL('./sample-files-thread.ts', import.meta.url),
  });
  return await pool.run(null).finally(() => pool.close());
}

/** The layers of a sample that have no raster yet. */
export async function emptyLayers(orm: Queryable, { layerIds }: SampleWork): Promise<number[]> {
  const rasters = await Promise.all(layerIds.map((id) => findRasterOfLayer(orm, id)));
  return layerIds.filter((_, index) => !rasters[index]);
}

/**
 * Makes the files of a sample project and uploads those that its layers lack.
 * @throws {ApiFailure} when there is no room for them, or a layer was deleted
 */
export async function uploadSample(
  { platform }: Pick<ValueMapperContext, 'platform'>,
  account: Account,
  sample: SampleWork,
): Promise<void> {
  const { uploads, database } = platform;
  const files = await makeFiles();
  for (const layerId of await emptyLayers(database.orm, sample)) {
    const { file } = sampleLayers[sample.layerIds.indexOf(layerId)];
    const bytes = files.get(file)!;
    const target = { target: String(layerId), filename: file, size: bytes.length };
    const upload = await uploads.begin(account, valueMapperRasterPurpose, target);
    await uploads.complete(await uploads.append(upload, Readable.from([bytes])));
  }
}
