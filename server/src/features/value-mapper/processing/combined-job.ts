import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CombinedLayer } from '@refugia/engine/ingest/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { combinedRaster, valueLayer } from '../../../platform/database/schema/index.ts';
import { notify } from '../../../platform/notify/notices.ts';
import type { CombinedRow } from '../access.ts';
import { findCombined } from '../stored/combined-queries.ts';
import { cogFile, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { findValuedLayer } from '../stored/stored-queries.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { layerNotValued } from './failures.ts';
import { isWanted, noticeIdOf, processingChannel, saveStep } from './work.ts';

/** How a combined raster is built. When it is complete, it replaces the project's former one. */
export const combinedProgram: ProcessingProgram<CombinedRow> = {
  kind: 'combined',
  find: findCombined,
  process: buildCombined,
};

interface FoundLayer {
  readonly layer: CombinedLayer;
  readonly valuedId: number;
  /** What the file tells about the layer. */
  readonly told: object;
}

async function buildCombined(row: CombinedRow, parts: AttemptParts): Promise<void> {
  const { platform, rasters, work, scratch, signal } = parts;
  const { database, storage } = platform;
  const { orm } = database;
  const { combination } = row;
  const found: FoundLayer[] = [];
  for (const part of combination.layers) found.push(await findLayer(part, parts));
  if (!(await saveStep(orm, work, { step: 'combine', share: 0 }))) return;
  const report = writeShare(database, work, 'combine');
  const folder = join(scratch, 'data');
  await mkdir(folder);
  const gridOf = combination.layers.findIndex(
    ({ data_layer }) => data_layer === combination.grid_layer,
  );
  const order = {
    layers: found.map(({ layer }) => layer),
    missing: combination.missing,
    gridOf: gridOf < 0 ? null : gridOf,
    items: itemsOf(found, row),
  };
  const facts = await rasters.combine(order, join(folder, cogFile), {
    signal,
    onProgress: report.tell,
  });
  await report.finish();
  await storage.putFolder(dataFolderOf(row), folder, signal);
  const valuedIds = found.map(({ valuedId }) => valuedId);
  await orm.transaction(async (transaction) => {
    if (!(await isWanted(transaction, work))) return;
    await transaction
      .delete(combinedRaster)
      .where(and(eq(combinedRaster.projectId, row.projectId), ne(combinedRaster.id, row.id)));
    await transaction
      .update(combinedRaster)
      .set({ facts: { ...facts, valuedIds }, cogBytes: facts.bytes, state: 'done', share: 1 })
      .where(eq(combinedRaster.id, row.id));
    await notify(transaction, processingChannel, { id: noticeIdOf(work) });
  });
}

/** @throws {ApiFailure} when it has no values */
async function findLayer(
  part: CombinedRow['combination']['layers'][number],
  { platform, scratch, signal }: AttemptParts,
): Promise<FoundLayer> {
  const { storage, database } = platform;
  const { data_layer: layerId, weight, above, leaves_out: leavesOut } = part;
  const { orm } = database;
  const [layer] = await orm.select().from(valueLayer).where(eq(valueLayer.id, layerId));
  const found = await findValuedLayer(orm, layerId);
  if (!layer || !found) throw layerNotValued(layer?.label);
  const { raster, valued, valuation } = found;
  const place = { folder: dataFolderOf(raster), file: cogFile };
  const name = `source-${layerId}.tif`;
  const cogPath = await localPathOf(storage, place, { scratch, signal, name });
  return {
    layer: { cogPath, valuation, weight, above, leavesOut },
    valuedId: valued.id,
    told: { layer: layer.label, source: raster.fileName, weight, above, leavesOut, valuation },
  };
}

/** What a combined file tells about itself, as items of GDAL's metadata. */
function itemsOf(
  found: readonly FoundLayer[],
  { combination, createdAt }: CombinedRow,
): Record<string, string> {
  return {
    COMBINED: 'weighted mean of conservation values',
    MISSING_VALUES: combination.missing,
    COMBINED_AT: createdAt.toISOString(),
    ...Object.fromEntries(
      found.map(({ told }, index) => [`LAYER_${index + 1}`, JSON.stringify(told)]),
    ),
  };
}
