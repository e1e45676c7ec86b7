import { join } from 'node:path';
import { and, eq, ne } from 'drizzle-orm';
import { combinedRaster } from '../../../platform/database/schema/index.ts';
import type { CombinedRow } from '../access.ts';
import { cogFile, cogOf, dataFolderOf, localPathOf } from '../stored/stored-files.ts';
import { findCombined, findLayer, findValuedLayer } from '../stored/stored-queries.ts';
import { combinationOf, type LayerNumbers } from '../stored/valuations.ts';
import { layerNotValued } from '../stored/values-source.ts';
import { type AttemptParts, type ProcessingProgram, writeShare } from './attempt.ts';
import { storeFolder } from './made-files.ts';
import { saveDone, saveStep } from './work.ts';

/** How a combined raster is built. When it is complete, it replaces the project's former one. */
export const combinedProgram: ProcessingProgram<CombinedRow> = {
  kind: 'combined',
  find: findCombined,
  process: buildCombined,
};

interface OpenLayer extends LayerNumbers {
  readonly label: string;
  readonly fileName: string;
  readonly valuedId: number;
}

async function buildCombined(row: CombinedRow, parts: AttemptParts): Promise<void> {
  const { platform, rasters, work, signal } = parts;
  const { database } = platform;
  const opened: OpenLayer[] = [];
  for (const layer of row.combination.layers) opened.push(await openLayer(layer.data_layer, parts));
  if (!(await saveStep(database.orm, work, { step: 'combine', share: 0 }))) return;
  const report = writeShare(database, work, 'combine');
  const order = { ...combinationOf(row.combination, opened), items: itemsOf(opened, row) };
  const made = await storeFolder(parts, dataFolderOf(row), (folder) =>
    rasters.combine(order, join(folder, cogFile), { signal, onProgress: report.tell }),
  );
  await report.finish();
  const facts = { ...made, valuedIds: opened.map(({ valuedId }) => valuedId) };
  await saveDone(database.orm, work, async (transaction) => {
    const isOfProject = eq(combinedRaster.projectId, row.projectId);
    await transaction.delete(combinedRaster).where(and(isOfProject, ne(combinedRaster.id, row.id)));
    await transaction
      .update(combinedRaster)
      .set({ facts, cogBytes: facts.bytes })
      .where(eq(combinedRaster.id, row.id));
  });
}

/** @throws {ApiFailure} when it has no values */
async function openLayer(layerId: number, parts: AttemptParts): Promise<OpenLayer> {
  const { storage, database } = parts.platform;
  const layer = await findLayer(database.orm, layerId);
  const found = await findValuedLayer(database.orm, layerId);
  if (!layer || !found) throw layerNotValued(layer?.label);
  const { raster, valued, valuation } = found;
  const cogPath = await localPathOf(storage, cogOf(raster), parts);
  const { fileName } = raster;
  return { label: layer.label, fileName, valuedId: valued.id, cogPath, valuation };
}

/** What a combined file tells about itself, as items of GDAL's metadata. */
function itemsOf(
  opened: readonly OpenLayer[],
  { combination, createdAt }: CombinedRow,
): Record<string, string> {
  const items: Record<string, string> = {
    COMBINED: 'weighted mean of conservation values',
    MISSING_VALUES: combination.missing,
    COMBINED_AT: createdAt.toISOString(),
  };
  for (const [index, { label, fileName, valuation }] of opened.entries()) {
    const { weight, above, leaves_out: leavesOut } = combination.layers[index];
    const item = { layer: label, source: fileName, weight, above, leavesOut, valuation };
    items[`LAYER_${index + 1}`] = JSON.stringify(item);
  }
  return items;
}
