import type { CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import type { CombinedFacts } from '@refugia/contract/value-mapper/stored-facts.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { CombinedRow } from '../access.ts';
import { describeAreas } from '../rasters/describe.ts';
import { describeProcessing } from '../stored/processing-row.ts';
import { combinedOfProject, findWholeValued } from '../stored/stored-queries.ts';

export const combinedFileName = 'combined_value.tif';

/** Describes the combined raster of a project: the complete one, or else the one that is being built. */
export async function describeCombined(
  orm: Queryable,
  projectId: number,
): Promise<CombinedRaster | null> {
  const { whole, next } = await combinedOfProject(orm, projectId);
  const row = whole ?? next;
  if (!row) return null;
  const facts = whole?.facts ?? undefined;
  return {
    id: row.id,
    combination: row.combination,
    processing: describeProcessing(row),
    is_current: facts !== undefined && (await isCurrent(orm, row, facts)),
    min_val: facts?.statistics?.minimum ?? null,
    max_val: facts?.statistics?.maximum ?? null,
    areas: describeAreas(facts?.areas),
    data_file_name: facts ? combinedFileName : null,
    data_file_size: facts ? row.cogBytes : null,
    replacement: whole && next ? { id: next.id, processing: describeProcessing(next) } : null,
  };
}

async function isCurrent(
  orm: Queryable,
  { combination }: CombinedRow,
  { valuedIds }: CombinedFacts,
): Promise<boolean> {
  const present = await Promise.all(
    combination.layers.map(({ data_layer }) => findWholeValued(orm, data_layer)),
  );
  return present.every((valued, index) => valued?.id === valuedIds[index]);
}
