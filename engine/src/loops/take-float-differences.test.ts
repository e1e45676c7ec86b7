import { expect, test } from 'vitest';
import { applyFloatDifferences, undoFloatDifferences } from '../tiff/codecs/predictor.ts';
import { takeFloatDifferences } from './take-float-differences.ts';

test('differences of decimals are those of the plain loop, which undoing takes back', () => {
  const shape = { rows: 3, samplesPerRow: 37, bands: 1 };
  const numbers = Float32Array.from(
    { length: 3 * 37 },
    (_, index) => Math.sin(index) * 10 ** (index % 9),
  );
  numbers.set([Number.NaN, -Infinity, -9999, 0, -0, 1e-40], 40);
  const bytes = new Uint8Array(numbers.buffer);
  const differences = takeFloatDifferences(bytes, shape);
  expect(differences).toEqual(applyFloatDifferences(bytes, shape, 4));
  expect(undoFloatDifferences(differences, shape, 4)).toEqual(bytes);
});
