import { expect, test } from 'vitest';
import { confidenceClass } from '../measure/confidence-class.ts';
import { laterConfidence } from './later-confidence.ts';

test('a patch that later scenes show changed is surer, and any other is low', () => {
  expect(confidenceClass(laterConfidence(0.97, true))).toBe('high');
  expect(confidenceClass(laterConfidence(0.65, true))).toBe('medium');
  expect(confidenceClass(laterConfidence(0.18, true))).toBe('medium');
  for (const confidence of [0.97, 0.65, 0.18]) {
    expect(confidenceClass(laterConfidence(confidence, false))).toBe('low');
  }
});

test('the number is the smoothed share of the patches that were counted, in two digits', () => {
  // Of medium ones that later scenes show changed 26 of 28 were right: (26 + 1) / (28 + 2) by hand.
  expect(laterConfidence(0.65, true)).toBe(0.9);
  // Of medium ones that they do not show changed none of 29: (0 + 1) / (29 + 2) by hand.
  expect(laterConfidence(0.76, false)).toBe(0.03);
});

test('scenes that agree with a patch never make it less sure, nor others surer', () => {
  for (let hundredth = 1; hundredth < 100; hundredth++) {
    const confidence = hundredth / 100;
    expect(laterConfidence(confidence, true)).toBeGreaterThanOrEqual(confidence);
    expect(laterConfidence(confidence, false)).toBeLessThanOrEqual(confidence);
  }
});
