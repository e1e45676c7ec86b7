import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';

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
