import { expect, test } from 'vitest';
import { confidenceOf } from './confidence.ts';
import type { PatchEvidence } from './evidence.ts';

/** A large, strong patch on quiet ground, in one season, that an earlier year does not show. */
const strong: PatchEvidence = {
  pixels: 200,
  compactness: 0.6,
  medianMargin: 9,
  upperMargin: 12,
  indexChange: 0.4,
  groundMargin: -3,
  groundNdviChange: 0.02,
  hiddenShare: 0,
  seasonDays: 10,
  earlierScore: 5.8,
};

// The words are those of the contract: high from .95, low below .6.
test('strong evidence is high, within one season also without an earlier year', () => {
  expect(confidenceOf(strong)).toBeGreaterThanOrEqual(0.95);
  expect(confidenceOf({ ...strong, earlierScore: undefined })).toBeGreaterThanOrEqual(0.95);
});

test('what another season may explain is low, whatever the score', () => {
  const crop = { ...strong, seasonDays: 120, earlierScore: undefined, medianMargin: 20 };
  expect(confidenceOf(crop)).toBeLessThan(0.6);
  expect(confidenceOf({ ...crop, earlierScore: 1 })).toBeLessThan(0.6);
});

test.each([
  ['small', { pixels: 8 }],
  ['surrounded by change', { groundMargin: -0.2 }],
  ['on ground that became greener', { groundNdviChange: 0.3 }],
  ['without any ground around it', { groundMargin: undefined, groundNdviChange: undefined }],
])('a patch that is %s is not high', (_name, weaker) => {
  expect(confidenceOf({ ...strong, ...weaker })).toBeLessThan(0.95);
});

test('the number has two digits', () => {
  expect(confidenceOf(strong)).toBe(Number(confidenceOf(strong).toFixed(2)));
});
