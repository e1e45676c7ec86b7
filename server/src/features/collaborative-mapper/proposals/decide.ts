import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type {
  MapOperation,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type { Decided } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { applyPatch } from '@refugia/engine/merge/index.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Orm, Transaction } from '../../../platform/database/database.ts';
import { mapProposal, mapProposedChange } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { applyChanges, ConflictError, type FeatureChange } from '../log/apply-changes.ts';
import { editMapOnce } from '../log/requests.ts';
import type { Author } from '../maps/access.ts';
import { tellChange } from '../maps/announcements.ts';
import { tellOfDecision } from '../maps/tell-people.ts';
import type { ProposalRow, ProposedChangeRow } from './proposal-queries.ts';

export interface ProposalDecision {
  readonly proposal: Pick<ProposalRow, 'id' | 'mapId'>;
  readonly author: Author;
  readonly decision: 'accept' | 'reject';
  /** The ids of the decided changes. The others stay open. Default: all open changes. */
  readonly changeIds?: readonly string[] | undefined;
  readonly reason?: string | undefined;
  readonly resolutions?: readonly Resolution[] | undefined;
  /** The layer into which the added features go, in place of the proposed one. */
  readonly layerId?: string | undefined;
  /** The id by which a repeated call is recognized. */
  readonly clientOperationId?: string | undefined;
}

/** Converts a stored change into one that starts from the revision for which it was proposed. */
function proposedChange(
  row: ProposedChangeRow,
  { proposal, layerId }: ProposalDecision,
): FeatureChange {
  const isNew = row.verb === 'create';
  return {
    featureId: row.featureId,
    baseRevision: row.baseRevision,
    isNew,
    incoming(base) {
      const state = applyPatch(base, row.patch);
      return state && isNew && layerId !== undefined ? { ...state, layerId } : state;
    },
    proposalId: proposal.id,
  };
}

/**
 * Finds the changes that are to be decided.
 * @throws {ApiFailure} 409 when none of them is open, 404 for an id that is not the proposal's
 */
async function openChanges(
  transaction: Transaction,
  { proposal, changeIds }: ProposalDecision,
): Promise<ProposedChangeRow[]> {
  const all = await transaction
    .select()
    .from(mapProposedChange)
    .where(eq(mapProposedChange.proposalId, proposal.id))
    .orderBy(asc(mapProposedChange.position))
    // The proposer may be withdrawing them, which does not lock the map.
    .for('update');
  const chosen = changeIds ? all.filter(({ id }) => changeIds.includes(id)) : all;
  if (changeIds && chosen.length < new Set(changeIds).size) {
    throw new ApiFailure(404, 'change_not_found', 'The proposal has no such change.');
  }
  const open = chosen.filter(({ status }) => status === 'open');
  if (open.length === 0) throw alreadyDecided();
  return open;
}

function alreadyDecided(): ApiFailure {
  return new ApiFailure(409, 'already_decided', 'This proposal was decided already.');
}
const isAlreadyDecided = (error: unknown) =>
  error instanceof ApiFailure && error.code === alreadyDecided().code;

/** Stores the decision on changes. A proposal without open changes counts as decided. */
async function closeChanges(
  transaction: Transaction,
  { id, mapId }: ProposalDecision['proposal'],
  changes: readonly ProposedChangeRow[],
  { status, reason }: { status: ProposalRow['status']; reason?: string | undefined },
): Promise<void> {
  await transaction
    .update(mapProposedChange)
    .set({ status })
    .where(
      inArray(
        mapProposedChange.id,
        changes.map((change) => change.id),
      ),
    );
  const states = await transaction
    .selectDistinct({ status: mapProposedChange.status })
    .from(mapProposedChange)
    .where(eq(mapProposedChange.proposalId, id));
  const isIn = (wanted: ProposalRow['status']) => states.some((each) => each.status === wanted);
  const decided = {
    ...(reason !== undefined && { reason }),
    ...(!isIn('open') && {
      status: isIn('accepted') ? ('accepted' as const) : status,
      decidedAt: new Date(),
    }),
  };
  if (Object.keys(decided).length > 0) {
    await transaction.update(mapProposal).set(decided).where(eq(mapProposal.id, id));
  }
  await tellChange(transaction, 'proposals', { mapId, id }, 'changed');
}

/**
 * Decides a proposal, or some of its changes, in one transaction. Accepted changes are merged into
 * the map and appended to its log. A repeated call with the same id changes nothing.
 * @returns the operations that were made
 * @throws {ConflictError} when a change conflicts and that was not resolved
 * @throws {ApiFailure} 409 when it was decided already
 */
export async function decideProposal(
  orm: Orm,
  decision: ProposalDecision,
): Promise<MapOperation[]> {
  const { proposal, author, changeIds, reason, resolutions, clientOperationId, layerId } = decision;
  const options = {
    mapId: proposal.mapId,
    author,
    clientOperationId,
    content: {
      decide: proposal.id,
      to: decision.decision,
      changeIds,
      reason,
      resolutions,
      layerId,
    },
  };
  const { operations } = await editMapOnce(orm, options, async (edit) => {
    const changes = await openChanges(edit.transaction, decision);
    const tell = (kind: 'accepted' | 'rejected') =>
      tellOfDecision(edit.transaction, edit.map, {
        id: proposal.id,
        author,
        kind,
        reason,
        changes,
      });
    if (decision.decision === 'reject') {
      await closeChanges(edit.transaction, proposal, changes, { status: 'rejected', reason });
      await tell('rejected');
      return;
    }
    const proposed = changes.map((change) => proposedChange(change, decision));
    await applyChanges(edit, proposed, resolutions);
    await closeChanges(edit.transaction, proposal, changes, { status: 'accepted', reason });
    await tell('accepted');
  });
  return operations;
}

/**
 * Decides several proposals, each in a transaction of its own, so that one that conflicts, that was
 * withdrawn meanwhile, or whose layer was deleted, does not hold up the others.
 * @returns the operations that were made, and the changes that conflict, with their proposals, which
 * stay open
 * @throws {ConflictError} when there is only one proposal and it conflicts; {ApiFailure} 409 when
 * all were decided already; {ApiFailure} the first refusal of another kind, after all others are decided
 */
export async function decideProposals(
  orm: Orm,
  decisions: readonly ProposalDecision[],
): Promise<Pick<Decided, 'operations' | 'conflicts'>> {
  const operations: MapOperation[] = [];
  const conflicts: (ConflictingChange & { proposal: string })[] = [];
  let decidedBefore = 0;
  let refusal: ApiFailure | undefined;
  for (const decision of decisions) {
    try {
      operations.push(...(await decideProposal(orm, decision)));
    } catch (error) {
      if (decisions.length === 1) throw error;
      if (error instanceof ConflictError) {
        const { id } = decision.proposal;
        conflicts.push(...error.details.conflicts.map((each) => ({ ...each, proposal: id })));
      } else if (isAlreadyDecided(error)) decidedBefore++;
      else if (error instanceof ApiFailure) refusal ??= error;
      else throw error;
    }
  }
  if (refusal) throw refusal;
  if (decidedBefore === decisions.length) throw alreadyDecided();
  return { operations, conflicts };
}

/**
 * Withdraws the open changes of a proposal.
 * @throws {ApiFailure} 409 when none is open
 */
export async function withdrawProposal(
  orm: Orm,
  proposal: ProposalDecision['proposal'],
): Promise<void> {
  await orm.transaction(async (transaction) => {
    const changes = await transaction
      .select()
      .from(mapProposedChange)
      .where(
        and(eq(mapProposedChange.proposalId, proposal.id), eq(mapProposedChange.status, 'open')),
      )
      .for('update');
    if (changes.length === 0) throw alreadyDecided();
    await closeChanges(transaction, proposal, changes, { status: 'withdrawn' });
  });
}
