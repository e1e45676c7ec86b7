import { expect, test } from 'vitest';
import { clockTime } from './progress-steps.tsx';

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [75, '1:15'],
  [3600, '60:00'],
  [-1, '0:00'],
])('%d seconds read %j', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
