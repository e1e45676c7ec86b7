import type { Selection } from '@refugia/contract/value-mapper/selections.ts';
import { asc, eq } from 'drizzle-orm';
import { finderOf, type Queryable } from '../../../platform/database/database.ts';
import { selection } from '../../../platform/database/schema/index.ts';
import type { SelectionRow } from '../access.ts';
import { describeProcessing } from './processing-row.ts';

/** The file of the units of a selection: a JSON list of GeoJSON features. */
export const unitsFile = 'units.json';

/** Finds a selection by its id. */
export const findSelection = finderOf(selection, 'id');

/** Lists the selections of a project, the oldest first. */
export function listSelections(orm: Queryable, projectId: number): Promise<SelectionRow[]> {
  return orm
    .select()
    .from(selection)
    .where(eq(selection.projectId, projectId))
    .orderBy(asc(selection.id));
}

/** Describes a selection as the API shows it. */
export const describeSelection = (row: SelectionRow): Selection => ({
  id: row.id,
  question: row.question,
  processing: describeProcessing(row),
  progress: row.state === 'running' ? row.progress : null,
  result: row.result,
  date_created: row.createdAt.toISOString(),
});
