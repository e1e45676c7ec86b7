import type { Platform } from '../../platform/platform.ts';
import { storedName } from './jobs.ts';
import { deleteRun } from './queries.ts';
import { findRemoved, forgetRemoved } from './run-records.ts';

const removedAtOnce = 50;

/**
 * Removes a run with its files. The row goes first, which is the moment from which the run is gone
 * for everybody; a trigger notes it in the same transaction, so that the files go too, now or, when
 * this process dies in between, by `removeLeftFiles`.
 */
export async function removeRun(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  id: string,
): Promise<void> {
  await deleteRun(database.orm, id);
  await storage.removeFolder(storedName(id));
  await forgetRemoved(database.orm, id);
}

/** Removes the files of runs whose rows are gone: an erased account takes its runs with it. */
export async function removeLeftFiles({
  database,
  storage,
}: Pick<Platform, 'database' | 'storage'>): Promise<void> {
  const { orm } = database;
  for (;;) {
    const ids = await findRemoved(orm, removedAtOnce);
    for (const id of ids) {
      await storage.removeFolder(storedName(id));
      await forgetRemoved(orm, id);
    }
    if (ids.length < removedAtOnce) return;
  }
}
