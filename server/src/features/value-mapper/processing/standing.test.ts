import { expect, test } from 'vitest';
import { type StepStanding, standingOf } from './standing.ts';

const steps = ['one', 'two', 'three'];
type State = Parameters<typeof standingOf>[1]['state'];

test.each<[State, string, StepStanding[]]>([
  ['waiting', 'one', ['pending', 'pending', 'pending']],
  ['running', 'two', ['done', 'pending', 'pending']],
  ['failed', 'two', ['done', 'failed', 'blocked']],
  ['done', 'three', ['done', 'done', 'done']],
])('work that is %s at step %s', (state, step, standings) => {
  expect(steps.map((asked) => standingOf(steps, { state, step }, asked))).toEqual(standings);
});
