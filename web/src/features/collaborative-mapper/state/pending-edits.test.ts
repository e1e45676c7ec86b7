import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import type { ConfirmedFeature, FeatureChange, MapState, PendingEdit } from './map-state.ts';
import { withDraftChange, withRebased } from './pending-edits.ts';

const named = (properties: FeatureState['properties']): FeatureState => ({
  geometry: null,
  properties,
});
const change = (before: FeatureState | null, after: FeatureState | null): FeatureChange => ({
  featureId: 'a',
  baseRevision: before === null ? 0 : 3,
  before,
  after,
});
const edit = (id: string, ...changes: FeatureChange[]): PendingEdit => ({
  id,
  kind: 'operation',
  changes,
  note: '',
  madeAt: '2026-11-22T08:00:00.000Z',
});
const stateWith = (now: FeatureState, revision: number, pending: PendingEdit[]): MapState => {
  const feature = { id: 'a', state: now, revision } as ConfirmedFeature;
  return { features: new Map([['a', feature]]), pending } as unknown as MapState;
};

test('what was done while an edit was on its way starts from what was confirmed', () => {
  const first = edit('1', change(named({}), named({ name: '' })));
  const second = edit('2', change(named({ name: '' }), named({ name: 'Fen' })));
  const third = edit('3', change(named({ name: 'Fen' }), named({ name: 'Fens' })));
  // Somebody else has set a height in between.
  const now = named({ name: '', height: 2 });
  const { pending } = withRebased(stateWith(now, 7, [second, third]), first);
  expect(pending).toEqual([
    edit('2', { ...change(now, named({ name: 'Fen', height: 2 })), baseRevision: 7 }),
    third,
  ]);
});

test('what does not fit to the confirmed state, and what is of another feature, stays as it is', () => {
  const first = edit('1', change(named({}), named({ name: '' })));
  const second = edit('2', change(named({ name: '' }), named({ name: 'Fen' })));
  const other = edit('3', { ...change(named({}), named({ name: 'Bog' })), featureId: 'b' });
  const state = stateWith(named({ name: 'Mire' }), 7, [second, other]);
  expect(withRebased(state, first).pending).toEqual([second, other]);
});

const called = (name: string) => named({ name });

test('changes of one feature are one change, from what it started from', () => {
  const once = withDraftChange([], change(called('A'), called('B')));
  const later = { ...change(called('B'), called('C')), baseRevision: 9 };
  expect(withDraftChange(once, later)).toEqual([change(called('A'), called('C'))]);
});

test('what is as it was before is no change', () => {
  const once = withDraftChange([], change(called('A'), called('B')));
  expect(withDraftChange(once, change(called('B'), called('A')))).toEqual([]);
  expect(withDraftChange([], change(called('A'), called('A')))).toEqual([]);
  const made = withDraftChange([], change(null, called('A')));
  expect(withDraftChange(made, change(called('A'), null))).toEqual([]);
});
