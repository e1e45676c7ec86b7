import { expect, test } from 'vitest';
import { confidenceClass } from './confidence-class.ts';

// By what the words promise: high is right at least 95 times in 100, low less than 60.
test.each([
  [1, 'high'],
  [0.95, 'high'],
  [0.94, 'medium'],
  [0.6, 'medium'],
  [0.59, 'low'],
  [0, 'low'],
])('%d is %s', (confidence, word) => {
  expect(confidenceClass(confidence)).toBe(word);
});
