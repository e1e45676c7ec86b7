import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
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
