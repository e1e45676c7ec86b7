import { expect, test } from 'vitest';
import { watchSilence } from './silence.ts';

/** Deadlines that pass when the test says so. */
function madeDeadlines() {
  const started: AbortController[] = [];
  return {
    start: () => {
      const deadline = new AbortController();
      started.push(deadline);
      return deadline.signal;
    },
    count: () => started.length,
    pass: () => started.at(-1)!.abort(),
  };
}

test('a deadline in which nothing has come ends the attempt', () => {
  const deadlines = madeDeadlines();
  const { signal } = watchSilence(deadlines.start, () => 0);
  expect(signal.aborted).toBe(false);
  deadlines.pass();
  expect(signal.aborted).toBe(true);
});

test('as long as bytes come there is another one, until they stay away', () => {
  const deadlines = madeDeadlines();
  let bytes = 0;
  const { signal } = watchSilence(deadlines.start, () => bytes);
  for (bytes of [1, 500, 501]) deadlines.pass();
  expect(deadlines.count()).toBe(4);
  expect(signal.aborted).toBe(false);
  deadlines.pass();
  expect(signal.aborted).toBe(true);
});

test('who sends a byte now and then is given up after twenty deadlines', () => {
  const deadlines = madeDeadlines();
  let bytes = 0;
  const { signal } = watchSilence(deadlines.start, () => bytes);
  while (!signal.aborted && bytes < 100) {
    bytes++;
    deadlines.pass();
  }
  expect(bytes).toBe(20);
});

test('after the end of an attempt a deadline means nothing', () => {
  const deadlines = madeDeadlines();
  const { signal, end } = watchSilence(deadlines.start, () => 0);
  end();
  deadlines.pass();
  expect(signal.aborted).toBe(false);
});
