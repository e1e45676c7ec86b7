import { expect, test } from 'vitest';
import { type StepState, stepStateOf } from './processing-row.ts';

const steps = ['one', 'two', 'three'];
type State = Parameters<typeof stepStateOf>[1]['state'];

test.each<[State, string, StepState[]]>([
  ['waiting', 'one', ['pending', 'pending', 'pending']],
  ['running', 'two', ['done', 'pending', 'pending']],
  ['failed', 'two', ['done', 'failed', 'blocked']],
  ['done', 'three', ['done', 'done', 'done']],
])('work that is %s at step %s', (state, step, states) => {
  expect(steps.map((asked) => stepStateOf(steps, { state, step }, asked))).toEqual(states);
});
