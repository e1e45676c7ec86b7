import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { ProposedChange } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type FeatureState, makePatch, mergeStates } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';
import { keyOfQuestion, questionsOf, resolutionOf } from './conflict-choice.ts';
import { conflictShapes, editShapes } from './proposal-shapes.ts';

const line = (...coordinates: number[][]): FeatureState => ({
  geometry: { type: 'LineString', coordinates },
  properties: {},
});
const start = line([0, 0], [1, 0], [2, 0], [3, 0], [4, 0]);
const end = line([0, 0], [1, 1], [2, 0], [2.5, 0], [3, 0], [4, 0]);

const edit = (before: FeatureState, after: FeatureState): ProposedChange => ({
  id: 'c',
  verb: 'edit',
  feature_id: 'a',
  base_revision: 1,
  patch: makePatch(before, after)!,
  before,
  after,
  status: 'open',
  has_moved_base: false,
});

test('a change is told in words: what moved, came and went, and how many attributes', () => {
  expect(changeWords(edit(start, end))).toBe('Changes the shape (vertices: 1 moved, 1 added)');
  const named = { ...start, properties: { name: 'Ditch', depth: 2 } };
  expect(changeWords(edit(start, named))).toBe('Changes 2 attributes');
  expect(changeWords({ ...edit(start, end), verb: 'delete' })).toBe('Deletes a line');
});

test('a change names its feature, so that the queue tells one proposal from the next', () => {
  const ditch = { ...start, properties: { name: 'Ditch', depth: 2 } };
  const longer = { ...end, properties: { name: 'Long ditch', depth: 2 } };
  expect(changeWords({ ...edit(start, ditch), verb: 'create' })).toBe('Adds a line, “Ditch”');
  expect(changeWords({ ...edit(ditch, end), verb: 'delete' })).toBe('Deletes a line, “Ditch”');
  expect(changeWords(edit(ditch, longer))).toBe(
    'Changes the shape (vertices: 1 moved, 1 added) and 1 attribute of “Ditch”',
  );
});

test('an edit is drawn with both shapes, and with every vertex that changed', () => {
  const roles = editShapes('p', start, end, makePatch(start, end)!).map(
    ({ properties }) => properties?.role,
  );
  expect(roles).toEqual(['before', 'after', 'way', 'moved', 'added']);
});

/** A conflict of two people who change the name and the same vertex. */
function conflict(): ConflictingChange {
  const named = (state: FeatureState, name: string) => ({ ...state, properties: { name } });
  const states = {
    base: named(start, 'Ditch'),
    current: named(line([0, 0], [1, 5], [2, 0], [3, 0], [4, 0]), 'Canal'),
    incoming: named(line([0, 0], [1, 9], [2, 0], [3, 0], [4, 0]), 'Brook'),
  };
  const outcome = mergeStates(states);
  if (outcome.kind !== 'conflict') throw new Error('The changes were to be in conflict.');
  return { feature_id: 'a', revision: 7, ...outcome, conflicts: [...outcome.conflicts] };
}

test('a conflict is drawn with the shape before both and the change, beside the present one', () => {
  const present = line([0, 0], [1, -1], [2, 0], [3, 0], [4, 0]);
  const states = { base: start, current: present, incoming: end };
  const drawn = conflictShapes({ feature_id: 'a', states });
  const shapesOf = (role: string) =>
    drawn.filter(({ properties }) => properties?.role === role).map(({ geometry }) => geometry);
  expect(shapesOf('before')).toEqual([start.geometry]);
  expect(shapesOf('after')).toEqual([end.geometry]);
  const deleted = conflictShapes({ feature_id: 'a', states: { ...states, incoming: null } });
  expect(deleted.map(({ properties }) => properties?.role)).toEqual(['before']);
});

test('a conflict asks for each attribute and for the shape, and is decided by all answers', () => {
  const change = conflict();
  const questions = questionsOf(change);
  expect(questions).toEqual([{ kind: 'attribute', name: 'name' }, { kind: 'geometry' }]);
  const [name, shape] = questions.map((question) => keyOfQuestion('a', question));
  expect(resolutionOf(change, new Map([[name!, 'incoming']]))).toBeNull();
  const decided = resolutionOf(
    change,
    new Map([
      [name!, 'incoming' as const],
      [shape!, 'current' as const],
    ]),
  );
  expect(decided).toEqual({
    feature_id: 'a',
    revision: 7,
    feature: { geometry: change.states.current!.geometry, properties: { name: 'Brook' } },
  });
});

test('edit against delete asks for one of the versions', () => {
  const states = { base: start, current: null, incoming: end };
  const outcome = mergeStates(states);
  if (outcome.kind !== 'conflict') throw new Error('The changes were to be in conflict.');
  const change = { feature_id: 'a', revision: 0, ...outcome, conflicts: [...outcome.conflicts] };
  const answers = new Map([[keyOfQuestion('a', { kind: 'feature' }), 'incoming' as const]]);
  expect(resolutionOf(change, answers)?.feature).toEqual(end);
});
