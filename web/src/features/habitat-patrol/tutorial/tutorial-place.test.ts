import { expect, test } from 'vitest';
import { buttonOf, stepOf } from './tutorial-place.ts';

test('a person is met where the screen stands', () => {
  expect((['empty', 'ready', 'running', 'shown'] as const).map(stepOf)).toEqual([
    'area',
    'dates',
    'dates',
    'result',
  ]);
});

test('it ends with a result: one’s own, or an example’s', () => {
  expect(buttonOf('area', 'empty', true)).toBe('next');
  expect(buttonOf('result', 'empty', true)).toBe('example');
  expect(buttonOf('dates', 'running', true)).toBe('wait');
  expect(buttonOf('result', 'shown', true)).toBe('close');
  // An installation without examples has none to run.
  expect(buttonOf('result', 'ready', false)).toBe('close');
});
