import type { DatedPatch, RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import { limits } from '@refugia/contract/limits.ts';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { runDating } from '../../../platform/database/schema/index.ts';

const { maxDatedPatches } = limits.habitatPatrol;

/** Notes that a run's patches are to be dated. */
export async function insertDating(orm: Queryable, runId: string): Promise<void> {
  await orm.insert(runDating).values({ runId }).onConflictDoNothing();
}

/** Changes how far the dating of a run's patches is. */
export async function changeDating(
  orm: Queryable,
  runId: string,
  changes: Partial<Pick<typeof runDating.$inferInsert, 'state' | 'share' | 'patches'>>,
): Promise<void> {
  await orm.update(runDating).set(changes).where(eq(runDating.runId, runId));
}

/** The dates of a run's patches so far. */
export async function findDating(orm: Queryable, runId: string): Promise<RunDating> {
  const [row] = await orm.select().from(runDating).where(eq(runDating.runId, runId));
  if (!row) return { state: 'none', share: 0, patch_count: 0, patches: [] };
  const { state, share, patches } = row;
  return { state, share, patch_count: maxDatedPatches, patches: [...patches] };
}

/** What is known of when patches changed, by the patch's number. */
export type PatchDates = ReadonlyMap<
  number,
  Partial<Record<'first_seen' | 'last_unchanged', string>>
>;

/** The dates of a run's patches that are known. */
export async function knownDates(orm: Queryable, runId: string): Promise<PatchDates> {
  const { patches } = await findDating(orm, runId);
  return new Map(patches.map((each) => [each.patch, datesOf(each)]));
}

const datesOf = ({ first_seen, last_unchanged }: DatedPatch) => ({
  ...(first_seen !== null && { first_seen }),
  ...(last_unchanged !== null && { last_unchanged }),
});
