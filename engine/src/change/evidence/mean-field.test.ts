import { expect, test } from 'vitest';
import { mulberry32 } from '../pair/sample.ts';
import { runRowsHere } from '../rows/run-rows.ts';
import { SharedBuffers } from '../rows/shared-buffers.ts';
import { meanField } from './mean-field.ts';

const size = { width: 90, height: 130 };
const pixels = size.width * size.height;

/** Six rounds over all pixels by the formula: tanh((evidence + 2 · mean of the neighbours)/2). */
function definedField(score: Float32Array, threshold: number, observed: Uint8Array): Uint8Array {
  const evidence = score.map((value) => Math.min(4, Math.max(-4, value - threshold)));
  const agreement = (x: number) => Math.tanh(x / 2);
  let field = Float64Array.from(evidence, (x, i) => (observed[i] === 1 ? agreement(x) : 0));
  for (let round = 0; round < 6; round++) {
    field = field.map((_, i) => {
      if (observed[i] === 0) return 0;
      const [column, row] = [i % size.width, Math.floor(i / size.width)];
      let [sum, count] = [0, 0];
      for (let y = Math.max(0, row - 1); y <= Math.min(size.height - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(size.width - 1, column + 1); x++) {
          const neighbour = y * size.width + x;
          if (neighbour === i || observed[neighbour] === 0) continue;
          sum += field[neighbour];
          count++;
        }
      }
      return agreement(evidence[i] + (count > 0 ? (2 * sum) / count : 0));
    });
  }
  return Uint8Array.from(field, (value) => (value > 0 ? 1 : 0));
}

test.each([
  ['few patches on quiet ground', 0.5],
  ['noise in which any pixel could change', 2.5],
])('gives what all pixels by the formula give: %s', (_name, noise) => {
  const random = mulberry32(7);
  const observed = Uint8Array.from({ length: pixels }, () => (random() < 0.95 ? 1 : 0));
  const isPatch = (x: number, y: number) =>
    (x - 15) ** 2 + (y - 64) ** 2 < 40 || (x > 60 && y < 4) || (x === 89 && y > 100);
  const score = Float32Array.from({ length: pixels }, (_, i) => {
    const isRaised = isPatch(i % size.width, Math.floor(i / size.width));
    return (isRaised ? 3.5 : -0.5) + noise * (random() + random() + random() - 1.5) * 2;
  });
  const expected = definedField(score, 3, observed);
  expect(expected.includes(1)).toBe(true);
  expect(
    meanField(score, 3, observed, {
      size,
      runRows: runRowsHere,
      buffers: new SharedBuffers(pixels),
    }),
  ).toEqual(expected);
  // What an earlier step has left in the buffers must not matter.
  const buffers = new SharedBuffers(pixels);
  buffers.giveBack(...[9, -9, Number.NaN].map((value) => buffers.take().fill(value)));
  expect(meanField(score, 3, observed, { size, runRows: runRowsHere, buffers })).toEqual(expected);
});
