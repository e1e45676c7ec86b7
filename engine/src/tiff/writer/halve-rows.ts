import { createSamples, type Samples, type SampleType } from '../../raster/samples.ts';

/**
 * What a pixel of an overview is made of its four: their average (continuous values), the commonest
 * (classes), the first, or one value wherever any of the four has it (and else the commonest), so
 * that small patches of that class stay visible from afar.
 */
export type OverviewResampling = 'average' | 'mode' | 'nearest' | { readonly prefer: number };

export interface HalvingOptions {
  readonly sampleType: SampleType;
  readonly resampling: OverviewResampling;
  /** Takes no part in averages; NaN never does. */
  readonly nodata: number | undefined;
}

/** Halves a band's rows in both directions; at an odd edge there are two pixels, or one, to take. */
export function halveRows(
  band: Samples,
  width: number,
  rows: number,
  options: HalvingOptions,
): Samples {
  const halfWidth = Math.ceil(width / 2);
  const halfRows = Math.ceil(rows / 2);
  const half = createSamples(options.sampleType, halfWidth * halfRows);
  const combine = combiner(options);
  for (let row = 0; row < halfRows; row++) {
    const top = row * 2 * width;
    const bottom = Math.min(row * 2 + 1, rows - 1) * width;
    const isLastRow = bottom === top;
    for (let column = 0; column < halfWidth; column++) {
      const left = column * 2;
      const right = Math.min(left + 1, width - 1);
      // A pixel that is not there is given as its neighbour: twice the weight changes no result.
      half[row * halfWidth + column] = combine(
        band[top + left],
        band[top + right],
        isLastRow ? band[top + left] : band[bottom + left],
        isLastRow ? band[top + right] : band[bottom + right],
      );
    }
  }
  return half;
}

type Combine = (a: number, b: number, c: number, d: number) => number;

function combiner({ sampleType, resampling, nodata }: HalvingOptions): Combine {
  if (typeof resampling === 'object') {
    const { prefer } = resampling;
    return (a, b, c, d) =>
      a === prefer || b === prefer || c === prefer || d === prefer ? prefer : commonest(a, b, c, d);
  }
  switch (resampling) {
    case 'nearest':
      return (a) => a;
    case 'mode':
      return commonest;
    case 'average': {
      const round = sampleType.startsWith('float') ? (value: number) => value : Math.round;
      const average = nodata === undefined ? averageOfNumbers : averageWithout(nodata);
      return (a, b, c, d) => round(average(a, b, c, d));
    }
  }
}

function commonest(a: number, b: number, c: number, d: number): number {
  if (a === b || a === c || a === d) {
    return a;
  }
  if (b === c || b === d) {
    return b;
  }
  return c === d ? c : a;
}

function averageOfNumbers(a: number, b: number, c: number, d: number): number {
  const sum = a + b + c + d;
  return Number.isNaN(sum) ? averageWithout(Number.NaN)(a, b, c, d) : sum / 4;
}

function averageWithout(nodata: number): Combine {
  return (a, b, c, d) => {
    let sum = 0;
    let count = 0;
    const add = (value: number) => {
      if (!Number.isNaN(value) && value !== nodata) {
        sum += value;
        count++;
      }
    };
    add(a);
    add(b);
    add(c);
    add(d);
    return count === 0 ? nodata : sum / count;
  };
}
