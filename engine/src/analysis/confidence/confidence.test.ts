import { expect, test } from 'vitest';
import { confidenceOf } from './confidence.ts';
import type { PatchEvidence } from './evidence.ts';

/** A large, strong patch on quiet ground, in one season, that an earlier year does not show. */
const strong: PatchEvidence = {
  pixels: 200,
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
test('strong evidence in one season is high if an earlier year shows that it is new', () => {
  expect(confidenceOf(strong)).toBeGreaterThanOrEqual(0.95);
  const once = confidenceOf({ ...strong, earlierScore: undefined });
  expect(once).toBeGreaterThanOrEqual(0.6);
  expect(once).toBeLessThan(0.95);
});

test('without named bands, a large patch with large scores on quiet ground is high', () => {
  const nameless = { ...strong, indexChange: undefined, groundNdviChange: undefined };
  expect(confidenceOf({ ...nameless, earlierScore: undefined })).toBeGreaterThanOrEqual(0.95);
  expect(confidenceOf({ ...nameless, earlierScore: undefined, pixels: 8 })).toBeLessThan(0.95);
});

test('what another season may explain is low, whatever the score', () => {
  const crop = { ...strong, seasonDays: 120, earlierScore: undefined, medianMargin: 20 };
  expect(confidenceOf(crop)).toBeLessThan(0.6);
  expect(confidenceOf({ ...crop, earlierScore: 1 })).toBeLessThan(0.6);
  expect(confidenceOf({ ...strong, earlierScore: 1 })).toBeLessThan(0.6);
});

test.each([
  ['small', { pixels: 8 }],
  ['of another season', { seasonDays: 90 }],
  ['hardly changed in its indices', { indexChange: 0.05 }],
  ['beside a cloud', { hiddenShare: 0.5 }],
  ['surrounded by change', { groundMargin: -0.2 }],
  ['on ground that became greener', { groundNdviChange: 0.3 }],
  ['without any ground around it', { groundMargin: undefined, groundNdviChange: undefined }],
])('a patch that is %s is not high', (_name, weaker) => {
  expect(confidenceOf({ ...strong, ...weaker })).toBeLessThan(0.95);
});

test('the number is the smoothed share of its class, in two digits', () => {
  // Of weak patches 17 of 97 were right: (17 + 1) / (97 + 2) by hand.
  expect(confidenceOf({ ...strong, medianMargin: 1 })).toBe(0.18);
});
