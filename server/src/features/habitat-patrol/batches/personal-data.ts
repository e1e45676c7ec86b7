import type { PersonalDataHolder, Platform } from '../../../platform/platform.ts';
import { findBatchedIds, listBatches } from './batch-queries.ts';

/** An account's batches, with the ids of their analyses. */
export function batchesOfAccounts({ database }: Pick<Platform, 'database'>): PersonalDataHolder {
  const { orm } = database;
  return {
    name: 'batches',
    count: async (accountId) => (await listBatches(orm, accountId)).length,
    async *collect(accountId) {
      for (const { id, name, created_at } of await listBatches(orm, accountId)) {
        const runs = await findBatchedIds(orm, id);
        yield { id, name, created_at, analyses: runs.map((run) => run.id) };
      }
    },
  };
}
