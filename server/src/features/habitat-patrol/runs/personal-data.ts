import type { PersonalDataHolder } from '../../../platform/personal-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findRunsOfAccount } from './owner-queries.ts';

/** An account's analyses: what was asked and what came of it. */
export function analysesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  return {
    name: 'analyses',
    async collect(accountId) {
      const runs = await findRunsOfAccount(database.orm, accountId);
      return runs.map((run) => ({
        id: run.id,
        name: run.name,
        area_name: run.areaName,
        coords: run.coords,
        start_date: run.startDate,
        end_date: run.endDate,
        method: run.method,
        options: run.options,
        status: run.status,
        failure_reason: run.failureReason,
        result: run.result,
        created_at: run.createdAt,
        ended_at: run.endedAt,
      }));
    },
  };
}
