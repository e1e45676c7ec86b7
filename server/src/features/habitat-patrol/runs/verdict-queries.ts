import type { VerdictChange } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  account,
  place,
  placeLook,
  placeMember,
  runPatchVerdict,
} from '../../../platform/database/schema/index.ts';
import type { Owner } from '../../../services/owners/owner.ts';

/** What one person says of a patch. */
export interface StoredVerdict extends Owned, VerdictChange {
  readonly patch: number;
  readonly hectares: number;
  /** The name of the account that said it. */
  readonly username: string | null;
  readonly at: Date;
}

interface Owned {
  readonly accountId: number | null;
  readonly visitorId: string | null;
}

/** Lists everything that people said of a run's patches, the newest first. */
export function listVerdicts(orm: Queryable, runId: string): Promise<StoredVerdict[]> {
  const { patch, accountId, visitorId, verdict, note, hectares, at } = runPatchVerdict;
  return orm
    .select({
      ...{ patch, accountId, visitorId, verdict, note, hectares, at },
      username: account.username,
    })
    .from(runPatchVerdict)
    .leftJoin(account, eq(account.id, accountId))
    .where(eq(runPatchVerdict.runId, runId))
    .orderBy(desc(at), desc(runPatchVerdict.id));
}

/**
 * What counts for each patch, by the patch's number: what the run's owner said, and otherwise what
 * was said last.
 * @param verdicts of one run, the newest first
 */
export function countedVerdicts(
  verdicts: readonly StoredVerdict[],
  run: Owned,
): ReadonlyMap<number, StoredVerdict> {
  const counted = new Map<number, StoredVerdict>();
  const isOwners = (each: Owned) =>
    each.accountId === run.accountId && each.visitorId === run.visitorId;
  for (const each of verdicts) {
    const other = counted.get(each.patch);
    if (other === undefined || (isOwners(each) && !isOwners(other))) counted.set(each.patch, each);
  }
  return counted;
}

/** The verdicts of a run that count. */
export const findCounted = async (orm: Queryable, run: Owned & { readonly id: string }) =>
  countedVerdicts(await listVerdicts(orm, run.id), run);

/** Sums the hectares of the verdicts that count. All other change of the run is open. */
export function sumVerdicts(
  counted: ReadonlyMap<number, StoredVerdict>,
  changedHectares: number,
): { confirmed: number; rejected: number; open: number } {
  const sumOf = (verdict: StoredVerdict['verdict']) =>
    [...counted.values()]
      .filter((each) => each.verdict === verdict)
      .reduce((sum, { hectares }) => sum + hectares, 0);
  const [confirmed, rejected] = [sumOf('real'), sumOf('not real')];
  return { confirmed, rejected, open: Math.max(0, changedHectares - confirmed - rejected) };
}

/** Stores what a person says of a patch, in the place of what the person said before. */
export async function saveVerdict(
  orm: Queryable,
  of: { runId: string; patch: number; by: Owner; hectares: number },
  { verdict, note }: VerdictChange,
): Promise<void> {
  const { runId, patch, by, hectares } = of;
  const isSame = and(
    eq(runPatchVerdict.runId, runId),
    eq(runPatchVerdict.patch, patch),
    by.accountId === null
      ? eq(runPatchVerdict.visitorId, by.visitorId)
      : eq(runPatchVerdict.accountId, by.accountId),
  );
  if (verdict === null && note === '') {
    await orm.delete(runPatchVerdict).where(isSame);
    return;
  }
  const { runId: run, patch: number, accountId, visitorId } = runPatchVerdict;
  await orm
    .insert(runPatchVerdict)
    .values({ runId, patch, ...by, hectares, verdict, note })
    .onConflictDoUpdate({
      target: [run, number, by.accountId === null ? visitorId : accountId],
      set: { verdict, note, at: sql`now()` },
    });
}

/**
 * Moves what a visitor said of the patches of some runs into an account. Where the account has said
 * something itself, that stays.
 */
export async function claimVerdicts(
  orm: Queryable,
  runIds: readonly string[],
  accountId: number,
): Promise<void> {
  const ofVisitor = and(
    inArray(runPatchVerdict.runId, [...runIds]),
    sql`${runPatchVerdict.visitorId} IS NOT NULL`,
  );
  await orm.delete(runPatchVerdict).where(
    and(
      ofVisitor,
      sql`EXISTS (SELECT FROM run_patch_verdict own WHERE own.run_id = ${runPatchVerdict.runId}
        AND own.patch = ${runPatchVerdict.patch} AND own.account_id = ${accountId})`,
    ),
  );
  await orm.update(runPatchVerdict).set({ accountId, visitorId: null }).where(ofVisitor);
}

/** Whether the owner of a run shares a place that it looked at with an account, as one of its judges. */
export async function isJudgeOfPlace(
  orm: Queryable,
  run: Owned & { readonly id: string },
  accountId: number,
): Promise<boolean> {
  if (run.accountId === null) return false;
  const [found] = await orm
    .select({ placeId: place.id })
    .from(placeLook)
    .innerJoin(place, eq(place.id, placeLook.placeId))
    .innerJoin(placeMember, eq(placeMember.placeId, place.id))
    .where(
      and(
        eq(placeLook.runId, run.id),
        eq(place.accountId, run.accountId),
        eq(placeMember.accountId, accountId),
        eq(placeMember.role, 'judge'),
      ),
    )
    .limit(1);
  return found !== undefined;
}
