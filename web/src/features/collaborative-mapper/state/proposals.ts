import type {
  ConflictingChange,
  ConflictReply,
} from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import type { MapState } from './map-state.ts';

/** The map with the present state of a proposal. Only open proposals stay in the queue. */
export function withProposal(state: MapState, proposal: MapProposal): MapState {
  const place = state.proposals.findIndex(({ id }) => id === proposal.id);
  const others = state.proposals.filter(({ id }) => id !== proposal.id);
  const proposals =
    proposal.status === 'open'
      ? others.toSpliced(place < 0 ? others.length : place, 0, proposal)
      : others;
  return { ...state, proposals, pending: state.pending.filter(({ id }) => id !== proposal.id) };
}

/** Marks proposals about features that have changed since: their base has moved. */
export function withMovedBases(
  proposals: readonly MapProposal[],
  changedFeatures: ReadonlySet<string>,
): readonly MapProposal[] {
  const isMoved = ({ verb, status, feature_id: id }: MapProposal['changes'][number]) =>
    verb !== 'create' && status === 'open' && changedFeatures.has(id);
  return proposals.map((proposal) =>
    proposal.changes.some(isMoved)
      ? {
          ...proposal,
          has_moved_base: true,
          changes: proposal.changes.map((change) =>
            isMoved(change) ? { ...change, has_moved_base: true } : change,
          ),
        }
      : proposal,
  );
}

/** A conflict that waits for a decision, with the action to repeat after it. */
export interface OpenConflict {
  readonly conflicts: readonly ConflictingChange[];
  decide(resolutions: readonly Resolution[]): Promise<void>;
}

export function conflictsOf(error: unknown): readonly ConflictingChange[] {
  if (!(error instanceof RequestRefusedError)) return [];
  return (error.body as ConflictReply).conflicts ?? [];
}
