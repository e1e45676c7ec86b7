import { expect, test } from 'vitest';
import { mulberry32 } from '../pair/sample.ts';
import type { ScaledStack } from '../pair/standardise.ts';
import { runRowsHere } from '../rows/run-rows.ts';
import { SharedBuffers } from '../rows/shared-buffers.ts';
import { divideByEdge, edgeStrength, learnEdges } from './edges.ts';

const size = { width: 23, height: 70 };
const pixels = size.width * size.height;

function madeStack(bandCount: number, random: () => number): ScaledStack {
  return {
    bands: Array.from({ length: bandCount }, () =>
      Float32Array.from({ length: pixels }, () => 1000 + 500 * random()),
    ),
    scales: Array.from({ length: bandCount }, () => ({
      ceiling: 1450,
      mean: 1240,
      inverseDeviation: 1 / 140,
    })),
  };
}

/** The summed variance by its definition, pixel by pixel. */
function texture({ bands, scales }: ScaledStack, observed: Uint8Array, i: number): number {
  const [column, row] = [i % size.width, Math.floor(i / size.width)];
  let sum = 0;
  for (const [index, band] of bands.entries()) {
    const { ceiling, mean, inverseDeviation } = scales[index];
    const scores: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(size.height - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(size.width - 1, column + 1); x++) {
        const at = y * size.width + x;
        if (observed[at] === 0) continue;
        scores.push((Math.min(band[at], ceiling) - mean) * inverseDeviation);
      }
    }
    if (scores.length < 2) continue;
    const average = scores.reduce((total, score) => total + score, 0) / scores.length;
    sum += scores.reduce((total, score) => total + (score - average) ** 2, 0) / scores.length;
  }
  return sum;
}

test.each([1, 3, 6])(
  'edge strength of %d bands is the lesser texture as it is defined',
  (bandCount) => {
    const random = mulberry32(bandCount);
    const [before, after] = [madeStack(bandCount, random), madeStack(bandCount, random)];
    const observed = Uint8Array.from({ length: pixels }, () => (random() < 0.6 ? 1 : 0));
    const edge = edgeStrength(
      { before, after, observed },
      { size, runRows: runRowsHere, buffers: new SharedBuffers(pixels) },
    );
    for (let i = 0; i < pixels; i++) {
      if (observed[i] === 0) continue;
      const least = Math.min(texture(before, observed, i), texture(after, observed, i));
      expect(edge[i]).toBeCloseTo(Math.log(least + 1e-3), 3);
    }
  },
);

test('what is usual at strong edges is divided out, what stands out where the ground is smooth stays', () => {
  const pictureSize = { width: 80, height: 64 };
  const count = pictureSize.width * pictureSize.height;
  const edge = Float32Array.from({ length: count }, (_, i) => i / count);
  // A lake that fell dry: the smoothest tenth differs by 30, the strongest edges by a shift of 3.
  const statistic = edge.map((strength) => (strength < 0.1 ? 30 : strength > 0.8 ? 3 : 1));
  const sample = Int32Array.from(edge.keys());
  const edges = learnEdges(statistic, edge, sample)!;
  runRowsHere(divideByEdge, { statistic, edge, ...edges }, pictureSize);
  expect(statistic[0]).toBe(30);
  expect(statistic[Math.floor(0.05 * count)]).toBe(30);
  expect(statistic[Math.floor(0.5 * count)]).toBe(1);
  expect(statistic[count - 1]).toBeCloseTo(1, 5);
});
