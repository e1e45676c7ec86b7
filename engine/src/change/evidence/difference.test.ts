import { expect, test } from 'vitest';
import { mulberry32 } from '../pair/sample.ts';
import type { ScaledStack } from '../pair/standardise.ts';
import { runRowsHere } from '../rows/run-rows.ts';
import { SharedBuffers } from '../rows/shared-buffers.ts';
import { canonicalDifferences } from './difference.ts';
import type { Irmad } from './irmad.ts';

// Expected: the definition of M/σ, pixel by pixel (Nielsen 2007), with made coefficients.
const size = { width: 37, height: 70 };
const pixels = size.width * size.height;

function madeStack(bandCount: number, random: () => number): ScaledStack {
  return {
    bands: Array.from({ length: bandCount }, () =>
      Uint16Array.from({ length: pixels }, () => random() * 4000),
    ),
    scales: Array.from({ length: bandCount }, (_, band) => ({
      ceiling: 3500,
      mean: 1500 + 100 * random(),
      inverseDeviation: band === 1 ? 0 : 1 / (300 + 500 * random()),
    })),
  };
}

function madeModel(bandCount: number, random: () => number): Irmad {
  const numbers = () => Float64Array.from({ length: bandCount }, () => random() - 0.5);
  return {
    meanBefore: numbers(),
    meanAfter: numbers(),
    variates: Array.from({ length: bandCount }, () => ({
      before: numbers(),
      after: numbers(),
      correlation: 0.9,
      variance: 0.1 + random(),
    })),
    correlations: [],
    rounds: 1,
    converged: true,
  };
}

test.each([2, 3, 5, 6])(
  'canonical differences of %d bands are what they are defined as',
  (bandCount) => {
    const random = mulberry32(bandCount);
    const [before, after] = [madeStack(bandCount, random), madeStack(bandCount, random)];
    const model = madeModel(bandCount, random);
    const observed = Uint8Array.from({ length: pixels }, () => (random() < 0.9 ? 1 : 0));
    const differences = canonicalDifferences(
      model,
      { before, after, observed },
      { size, runRows: runRowsHere, buffers: new SharedBuffers(pixels) },
    );

    const centred = (
      { bands, scales }: ScaledStack,
      means: Float64Array,
      band: number,
      i: number,
    ) =>
      (Math.min(bands[band][i], scales[band].ceiling) - scales[band].mean) *
        scales[band].inverseDeviation -
      means[band];
    let furthest = 0;
    for (const [index, { before: a, after: b, variance }] of model.variates.entries()) {
      for (let i = 0; i < pixels; i++) {
        let expected = 0;
        for (let band = 0; band < bandCount && observed[i] === 1; band++) {
          expected += a[band] * centred(before, model.meanBefore, band, i);
          expected -= b[band] * centred(after, model.meanAfter, band, i);
        }
        const off = Math.abs(differences[index][i] - expected / Math.sqrt(variance));
        furthest = Math.max(furthest, off);
      }
    }
    expect(furthest).toBeLessThan(1e-5);
  },
);
