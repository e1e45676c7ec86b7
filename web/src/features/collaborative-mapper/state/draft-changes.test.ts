import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { withDraftChange } from './draft-changes.ts';

const named = (name: string): FeatureState => ({ geometry: null, properties: { name } });
const change = (before: FeatureState | null, after: FeatureState | null, baseRevision = 2) => ({
  featureId: 'a',
  baseRevision,
  before,
  after,
});

test('changes of one feature are one change, from what it started from', () => {
  const once = withDraftChange([], change(named('A'), named('B')));
  const twice = withDraftChange(once, change(named('B'), named('C'), 9));
  expect(twice).toEqual([change(named('A'), named('C'))]);
});

test('what is as it was before is no change', () => {
  const once = withDraftChange([], change(named('A'), named('B')));
  expect(withDraftChange(once, change(named('B'), named('A')))).toEqual([]);
  expect(withDraftChange([], change(named('A'), named('A')))).toEqual([]);
  const made = withDraftChange([], change(null, named('A'), 0));
  expect(withDraftChange(made, change(named('A'), null))).toEqual([]);
});
