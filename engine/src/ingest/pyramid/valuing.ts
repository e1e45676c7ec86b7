import { bytesPerSample, type Samples, type SampleType } from '../../raster/samples.ts';
import { valuationFunction } from '../../valuation/index.ts';
import { valuedEncoding } from '../valued-encoding.ts';
import type { ValuingPlan } from './plan.ts';

export type ValueSamples = (samples: Samples) => Int16Array;

/** Converts samples into the numbers that a valued raster stores. */
export function createValuing(plan: ValuingPlan, sourceType: SampleType): ValueSamples {
  const codeOf = valueCoder(plan);
  const isWhole = !sourceType.startsWith('float');
  if (!isWhole || bytesPerSample(sourceType) > 2) {
    return (samples) => {
      const codes = new Int16Array(samples.length);
      for (let index = 0; index < codes.length; index++) codes[index] = codeOf(samples[index]);
      return codes;
    };
  }
  // The type has few different samples, so each value is computed once.
  const bias = sourceType.startsWith('int') ? 2 ** (8 * bytesPerSample(sourceType) - 1) : 0;
  const table = Int16Array.from({ length: 2 ** (8 * bytesPerSample(sourceType)) }, (_, index) =>
    codeOf(index - bias),
  );
  return (samples) => {
    const codes = new Int16Array(samples.length);
    for (let index = 0; index < codes.length; index++) codes[index] = table[samples[index] + bias];
    return codes;
  };
}

function valueCoder({ valuation, nodata, scale, offset }: ValuingPlan): (sample: number) => number {
  const valueAt = valuationFunction(valuation);
  return (sample) => {
    if (sample === nodata || !Number.isFinite(sample)) return valuedEncoding.nodata;
    const value = valueAt(sample * scale + offset);
    return Number.isFinite(value)
      ? Math.round(value / valuedEncoding.scale)
      : valuedEncoding.nodata;
  };
}
