import { type LaterFacts, laterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import type { RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import { limits } from '@refugia/contract/limits.ts';
import { eq } from 'drizzle-orm';
import { changerOf, type Queryable } from '../../../platform/database/database.ts';
import { runDating } from '../../../platform/database/schema/index.ts';

const { maxDatedPatches } = limits.habitatPatrol;

/** Notes that a run's patches are to be dated. */
export async function insertDating(orm: Queryable, runId: string): Promise<void> {
  await orm.insert(runDating).values({ runId }).onConflictDoNothing();
}

/** Changes how far the dating of a run's patches is. */
export const changeDating = changerOf(runDating, 'runId');

/** The dates of a run's patches so far. */
export async function findDating(orm: Queryable, runId: string): Promise<RunDating> {
  const [row] = await orm.select().from(runDating).where(eq(runDating.runId, runId));
  if (!row) return { state: 'none', share: 0, patch_count: 0, patches: [] };
  const { state, share, patches } = row;
  return { state, share, patch_count: maxDatedPatches, patches: [...patches] };
}

/** What is found out of patches after their run, by the patch's number. */
export type FactsAfterRun = ReadonlyMap<number, LaterFacts>;

/** What is known of a run's patches since the run. */
export async function factsAfterRun(orm: Queryable, runId: string): Promise<FactsAfterRun> {
  const { patches } = await findDating(orm, runId);
  return new Map(patches.map((each) => [each.patch, laterFacts(each)]));
}
