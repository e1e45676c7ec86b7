import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { ProposedChange } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type FeatureState, makePatch, mergeStates } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';
import { nextQuestion, questionsOf, resolutionsOf, resultOf } from './conflict-choice.ts';
import { boundsOfQuestion, conflictShapes, editShapes } from './proposal-shapes.ts';

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
  const inLayer = (layerId: string, state = ditch) => ({ ...state, layerId });
  const nameOf = (id: string | undefined) => `${id} of 2026`;
  const added = { ...edit(start, inLayer('nests')), verb: 'create' } as const;
  expect(changeWords(added, nameOf)).toBe('Adds a line, “Ditch” to the layer “nests of 2026”');
  expect(changeWords(edit(inLayer('nests'), inLayer('ponds')), nameOf)).toBe(
    'Moves a line, “Ditch” to the layer “ponds of 2026”',
  );
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

function conflictOf(featureId: string, states: ConflictingChange['states']): ConflictingChange {
  const { merged, disputed } = mergeStates(states);
  return { feature_id: featureId, revision: 7, merged, disputed: [...disputed], states };
}
const named = (state: FeatureState, name: string) => ({ ...state, properties: { name } });
/** Two people change the name and the second vertex, and one of them the fourth. */
const twice = conflictOf('a', {
  base: named(start, 'Ditch'),
  current: named(line([0, 0], [1, 5], [2, 0], [3, 0], [4, 0]), 'Canal'),
  incoming: named(line([0, 0], [1, 9], [2, 0], [3, 1], [4, 0]), 'Brook'),
});
const deleted = conflictOf('b', { base: start, current: null, incoming: end });

test('a conflict asks for each stretch and each attribute, feature by feature', () => {
  const questions = questionsOf([twice, deleted]);
  expect(questions.map(({ change, dispute }) => [change.feature_id, dispute.kind])).toEqual([
    ['a', 'stretch'],
    ['a', 'attribute'],
    ['b', 'stretch'],
  ]);
  expect(nextQuestion([null, null, null], 0)).toBe(1);
  expect(nextQuestion([null, 'base', 'base'], 2)).toBe(0);
  expect(nextQuestion(['base', 'base', 'base'], 2)).toBe(2);
});

test('a conflict is decided by all answers, and shows what comes of those so far', () => {
  const conflicts = [deleted, twice];
  expect(resolutionsOf(conflicts, ['incoming', null, 'current'])).toBeNull();
  expect(resolutionsOf(conflicts, ['incoming', 'base', 'current'])).toEqual([
    { feature_id: 'b', revision: 7, choices: ['incoming'] },
    { feature_id: 'a', revision: 7, choices: ['base', 'current'] },
  ]);
  expect(resultOf(conflicts, deleted, [null, null, null])).toBeNull();
  expect(resultOf(conflicts, deleted, ['incoming', null, null])).toEqual(end);
  // The fourth vertex was moved by one alone, whatever is chosen for the second.
  expect(resultOf(conflicts, twice, [null, 'base', 'incoming'])).toEqual(
    named(line([0, 0], [1, 0], [2, 0], [3, 1], [4, 0]), 'Brook'),
  );
});

test('a conflict is drawn with its result, and the three versions of what is asked above it', () => {
  const conflicts = [twice, deleted];
  const drawnAt = (index: number) => {
    const questions = questionsOf(conflicts);
    const answers = ['incoming', null, null] as const;
    const conflict = { conflicts, decide: async () => {} };
    return conflictShapes({ conflict, questions, answers, index }).map(
      ({ geometry, properties }) => [
        properties?.role,
        (geometry as { coordinates: unknown }).coordinates,
      ],
    );
  };
  const result = [
    'result',
    [
      [0, 0],
      [1, 9],
      [2, 0],
      [3, 1],
      [4, 0],
    ],
  ];
  expect(drawnAt(0)).toEqual([
    result,
    [
      'before',
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ],
    [
      'present',
      [
        [0, 0],
        [1, 5],
        [2, 0],
      ],
    ],
    [
      'after',
      [
        [0, 0],
        [1, 9],
        [2, 0],
      ],
    ],
  ]);
  expect(drawnAt(1)).toEqual([result]);
  expect(drawnAt(2).map(([role]) => role)).toEqual(['result', 'before', 'after']);
  expect(boundsOfQuestion(questionsOf(conflicts)[0])).toEqual([0, 0, 2, 9]);
});
