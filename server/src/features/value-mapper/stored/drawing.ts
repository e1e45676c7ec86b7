import type { RasterFacts } from '@refugia/engine/ingest/index.ts';
import {
  colourOfHex,
  curveOf,
  type DivergingPalette,
  type Valuation,
} from '@refugia/engine/valuation/index.ts';
import type { RasterRow, ValuedRow } from '../access.ts';

/** The facts about a raster that has been read completely, or undefined for any other. */
export function wholeFacts({ facts, state }: Pick<RasterRow, 'facts' | 'state'>) {
  return state === 'done' ? (facts as RasterFacts) : undefined;
}

/**
 * The facts about the coarse picture of a raster that is being processed, or undefined without one.
 */
export function coarseFacts({ facts, state }: Pick<RasterRow, 'facts' | 'state'>) {
  return state === 'running' ? facts?.coarse : undefined;
}

/** The smallest and largest number of a raster, which are the ends of a valuation curve. */
export function rangeOf(facts: RasterFacts): { min: number; max: number } | undefined {
  const values = facts.shown.values;
  return values ? { min: values.minimum, max: values.maximum } : undefined;
}

/** The valuation that a person chose for a raster; undefined for a raster without numbers. */
export function valuationOf(
  {
    functionType,
    coefficients,
    classValues,
  }: Pick<ValuedRow, 'functionType' | 'coefficients' | 'classValues'>,
  facts: RasterFacts,
): Valuation | undefined {
  if (functionType === 'class') return { kind: 'classes', values: classValues ?? [] };
  const range = rangeOf(facts);
  const curve = coefficients && curveOf(functionType, coefficients);
  return range && curve ? { kind: 'curve', curve, range } : undefined;
}

/** The palette's colours as red, green and blue. */
export function paletteOf({ palette }: Pick<ValuedRow, 'palette'>): DivergingPalette {
  const rgb = (text: string) => colourOfHex(text) ?? [128, 128, 128];
  return { min: rgb(palette.min), zero: rgb(palette.zero), max: rgb(palette.max) };
}

/** Combined values are drawn as they stand in their file. */
export const asTheyAre: Valuation = {
  kind: 'curve',
  range: { min: -3, max: 3 },
  curve: {
    type: 'points',
    points: [
      [-3, -3],
      [3, 3],
    ],
  },
};
