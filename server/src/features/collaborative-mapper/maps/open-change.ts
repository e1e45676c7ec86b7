import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapProposal, mapProposedChange } from '../../../platform/database/schema/index.ts';

export type ProposedVerb = (typeof mapProposedChange.$inferSelect)['verb'];

/**
 * Finds the open proposed change that adds, edits or deletes a feature. If there are several, it is the
 * one that was proposed first.
 */
export async function findOpenChange(
  orm: Queryable,
  featureId: string,
  verb: ProposedVerb,
): Promise<{ mapId: number; proposalId: string; changeId: string } | undefined> {
  const [found] = await orm
    .select({
      mapId: mapProposal.mapId,
      proposalId: mapProposal.id,
      changeId: mapProposedChange.id,
    })
    .from(mapProposedChange)
    .innerJoin(mapProposal, eq(mapProposal.id, mapProposedChange.proposalId))
    .where(
      and(
        eq(mapProposedChange.featureId, featureId),
        eq(mapProposedChange.verb, verb),
        eq(mapProposedChange.status, 'open'),
      ),
    )
    .orderBy(asc(mapProposal.createdAt))
    .limit(1);
  return found;
}
