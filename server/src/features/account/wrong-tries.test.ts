import { expect, test } from 'vitest';
import { WrongTries } from './wrong-tries.ts';

const hour = 3_600_000;

function clock() {
  let now = 1_000_000;
  return { now: () => now, pass: (milliseconds: number) => (now += milliseconds) };
}

test('waits grow with each wrong try, up to the window, and end with it', () => {
  const { now, pass } = clock();
  const options = { free: 3, windowMilliseconds: hour, firstDelayMilliseconds: 30_000 };
  const tries = new WrongTries(options, now);
  const waits: number[] = [];
  for (let wrong = 0; wrong < 11; wrong++) {
    tries.count('a');
    waits.push(tries.waitFor('a') / 1000);
  }
  expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  expect(tries.waitFor('b')).toBe(0);
  pass(hour);
  expect(tries.waitFor('a')).toBe(0);
});

test('without a first delay the next try waits until one of the window has gone', () => {
  const { now, pass } = clock();
  const tries = new WrongTries({ free: 2, windowMilliseconds: hour }, now);
  tries.count('a');
  pass(60_000);
  tries.count('a');
  expect(tries.waitFor('a')).toBe(hour - 60_000);
  pass(hour - 60_000);
  expect(tries.waitFor('a')).toBe(0);
});

test('a right try is taken back, and all are forgotten by a reset', () => {
  const tries = new WrongTries({ free: 2, windowMilliseconds: hour });
  tries.count('a');
  tries.count('a')();
  expect(tries.waitFor('a')).toBe(0);
  tries.count('a');
  expect(tries.waitFor('a')).toBeGreaterThan(0);
  tries.forget('a');
  expect(tries.waitFor('a')).toBe(0);
});
