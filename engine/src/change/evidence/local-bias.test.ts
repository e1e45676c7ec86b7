import { expect, test } from 'vitest';
import { sharedArray } from '../../memory/shared-array.ts';
import { runRowsHere } from '../rows/run-rows.ts';
import { deviationsOf, removeLocalBias } from './local-bias.ts';

// Sizes that are no whole number of cells, and an odd number of differences.
const size = { width: 201, height: 165 };
const pixels = size.width * size.height;
const work = { size, runRows: runRowsHere };
/** Cells beyond the edge count as those at the edge: a gradient stays there in part. */
const margin = 48;
const observed = new Uint8Array(pixels).fill(1);

function filled(value: (x: number, y: number) => number): Float32Array {
  const values = sharedArray(Float32Array, pixels);
  for (let i = 0; i < pixels; i++) values[i] = value(i % size.width, Math.floor(i / size.width));
  return values;
}

test('a gradient is taken off but for what cells and their weight of 60 pixels leave', () => {
  const gradients = [
    (x: number) => 0.4 + x / 400,
    (_x: number, y: number) => y / 300 - 0.2,
    (x: number, y: number) => (x + y) / 500,
  ];
  const differences = gradients.map(filled);
  const weights = sharedArray(Float32Array, pixels);
  for (let round = 0; round < 2; round++) {
    removeLocalBias(differences, { observed, weights, scale: 1 }, work);
  }
  for (const difference of differences) {
    for (let y = margin; y < size.height - margin; y++) {
      const row = difference.subarray(y * size.width + margin, (y + 1) * size.width - margin);
      expect(Math.max(...row.map(Math.abs))).toBeLessThan(0.06);
    }
  }
});

test('what is surely changed has no weight and moves nothing', () => {
  const isChanged = (x: number, y: number) => x > 70 && x < 90 && y > 70 && y < 90;
  const differences = [filled((x, y) => (isChanged(x, y) ? 20 : 0)), filled(() => 0)];
  const weights = sharedArray(Float32Array, pixels);
  removeLocalBias(differences, { observed, weights, scale: 1 }, work);
  expect(weights[80 * size.width + 80]).toBe(0);
  expect(differences[0][80 * size.width + 80]).toBe(20);
  expect(differences[0][80 * size.width + 60]).toBe(0);
});

test('deviations count pixels by their weight, and are never below 1', () => {
  const weights = filled((x) => (x < 100 ? 1 : 0));
  const differences = [filled((x) => (x < 100 ? 3 : 50)), filled(() => 0.5), filled(() => -2)];
  expect(deviationsOf(differences, weights, work)).toEqual([3, 1, 2]);
});
