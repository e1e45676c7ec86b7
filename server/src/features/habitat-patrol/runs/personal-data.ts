import { writeArea } from '@refugia/contract/area.ts';
import { asc, eq } from 'drizzle-orm';
import { analysisRun, runPatchVerdict } from '../../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import { findRun } from './queries.ts';
import { failureText, tellResult } from './run-description.ts';

/** What an account said of patches of change, in its own analyses and in those of others. */
export function verdictsOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  const { runId, patch, verdict, note, at } = runPatchVerdict;
  const isOf = (accountId: number) => eq(runPatchVerdict.accountId, accountId);
  return {
    name: 'patch_verdicts',
    count: (accountId) => orm.$count(runPatchVerdict, isOf(accountId)),
    collect: (accountId) =>
      orm
        .select({ run: runId, run_name: analysisRun.name, patch, verdict, note, at })
        .from(runPatchVerdict)
        .innerJoin(analysisRun, eq(analysisRun.id, runId))
        .where(isOf(accountId))
        .orderBy(asc(at), asc(runPatchVerdict.id)),
  };
}

/** An account's analyses: their requests and their results. */
export function analysesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  const isOf = (accountId: number) => eq(analysisRun.accountId, accountId);
  return {
    name: 'analyses',
    count: (accountId) => orm.$count(analysisRun, isOf(accountId)),
    async *collect(accountId) {
      const ids = await orm
        .select({ id: analysisRun.id })
        .from(analysisRun)
        .where(isOf(accountId))
        .orderBy(asc(analysisRun.createdAt), asc(analysisRun.id));
      // They are read one by one, because the area and the result of each may be a megabyte.
      for (const { id } of ids) {
        const run = await findRun(orm, id);
        // The run may have been deleted meanwhile.
        if (run === undefined) continue;
        yield {
          id: run.id,
          name: run.name,
          area_name: run.areaName,
          coords: writeArea(run.area.geometry),
          start_date: run.startDate,
          end_date: run.endDate,
          method: run.method,
          options: run.options,
          status: run.status,
          failure_reason: run.failureReason && failureText(run),
          result: run.result && tellResult(run.result),
          created_at: run.createdAt,
          ended_at: run.endedAt,
        };
      }
    },
  };
}
