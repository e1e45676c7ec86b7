/** Loads the form with which an editor proposes changes. */
export const loadDraftProposal = async () => (await import('./draft-proposal.tsx')).DraftProposal;
