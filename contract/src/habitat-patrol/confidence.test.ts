import { expect, test } from 'vitest';
import { confidenceText, likelyText } from './confidence.ts';

test('a confidence is told by its word and number, and not at all where there is none', () => {
  expect(confidenceText({ confidence: 0.9, confidence_class: 'medium' })).toBe('Medium (0.90)');
  expect(confidenceText({})).toBeUndefined();
  expect(likelyText(0.57)).toBe('about 57 of 100 patches like this one are real change');
});
