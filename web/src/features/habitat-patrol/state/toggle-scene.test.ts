import { expect, test } from 'vitest';
import { isChosen, isEveryScene, toggleScene } from './toggle-scene.ts';

test('a scene is left out and taken in again', () => {
  const without = toggleScene({}, 'a');
  expect(without).toEqual({ exclude: ['a'] });
  expect([isChosen(without, 'a'), isChosen(without, 'b')]).toEqual([false, true]);
  expect(toggleScene(without, 'b')).toEqual({ exclude: ['a', 'b'] });
  expect(toggleScene(without, 'a')).toEqual({});
});

test('where only some are chosen, others join them', () => {
  const chosen = { only: ['a'] };
  expect([isChosen(chosen, 'a'), isChosen(chosen, 'b')]).toEqual([true, false]);
  expect(toggleScene(chosen, 'b')).toEqual({ only: ['a', 'b'] });
  expect(toggleScene({ only: ['a', 'b'] }, 'a')).toEqual({ only: ['b'] });
});

test('without the last chosen one, all are there again', () => {
  expect(toggleScene({ only: ['a'] }, 'a')).toEqual({});
});

test('what leaves nothing out is every scene', () => {
  expect([{}, { exclude: [] }, { exclude: ['a'] }, { only: ['a'] }].map(isEveryScene)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
