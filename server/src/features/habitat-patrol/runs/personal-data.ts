import { writeArea } from '@refugia/contract/area.ts';
import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import { countRunsOfAccount, listRunIdsOfAccount } from './owner-queries.ts';
import { findRun } from './queries.ts';
import { failureText, tellResult } from './run-description.ts';
import { countVerdictsOfAccount, verdictsOfAccount } from './verdict-queries.ts';

/** What an account said of patches of change, in its own analyses and in those of others. */
export function verdictsOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'patch_verdicts',
    count: (accountId) => countVerdictsOfAccount(database, accountId),
    collect: (accountId) => verdictsOfAccount(database, accountId),
  };
}

/** An account's analyses: their requests and their results. */
export function analysesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'analyses',
    count: (accountId) => countRunsOfAccount(orm, accountId),
    async *collect(accountId) {
      // They are read one by one, because the area and the result of each may be a megabyte.
      for (const id of await listRunIdsOfAccount(orm, accountId)) {
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
