import { expect, test } from 'vitest';
import { addressOfProposal } from './proposal-address.ts';

const point = { geometry: { type: 'Point' as const, coordinates: [-110.5, 44] }, properties: {} };
type Status = 'open' | 'accepted' | 'rejected' | 'withdrawn';
const proposal = (status: Status, verb: 'create' | 'edit' | 'delete') => ({
  id: 'p1',
  mapID: 7,
  status,
  changes: [
    {
      id: 'c1',
      verb,
      feature_id: 'f1',
      base_revision: 0,
      patch: { kind: 'create' as const, after: point },
      before: verb === 'create' ? null : point,
      after: verb === 'delete' ? null : point,
      status,
      has_moved_base: false,
    },
  ],
});

test.each([
  ['open', 'create', 'proposal=p1'],
  ['accepted', 'create', 'feature=f1'],
  ['rejected', 'edit', 'feature=f1'],
  ['rejected', 'create', 'place=-110.5,44'],
  ['withdrawn', 'delete', 'feature=f1'],
  // What was deleted is not there any more.
  ['accepted', 'delete', 'place=-110.5,44'],
] as const)('a proposal that is %s and would %s leads to %s', (status, verb, expected) => {
  expect(addressOfProposal(proposal(status, verb))).toBe(
    `/apps/collaborativemapper/map?id=7&${expected}`,
  );
});
