import type { Combination as AskedCombination } from '@refugia/contract/value-mapper/combined.ts';
import type { Combination, RasterFacts } from '@refugia/engine/ingest/index.ts';
import {
  colourOfHex,
  curveOf,
  type DivergingPalette,
  type Valuation,
} from '@refugia/engine/valuation/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import type { CombinedRow, RasterRow, ValuedRow } from '../access.ts';
import { locationOf } from './stored-files.ts';

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
export function paletteOf({ min, zero, max }: ValuedRow['palette']): DivergingPalette {
  const rgb = (text: string) => colourOfHex(text) ?? [128, 128, 128];
  return { min: rgb(min), zero: rgb(zero), max: rgb(max) };
}

/** The values of a layer, as they are drawn from the numbers of its raster. */
export const drawnLayer = (
  storage: Storage,
  { raster, valued, valuation }: { raster: RasterRow; valued: ValuedRow; valuation: Valuation },
): StoredLayer => ({
  location: locationOf(storage, raster),
  rendering: { kind: 'values', background: null, valuation, palette: paletteOf(valued.palette) },
});

/** Combined values are drawn as they are in their file. */
const asTheyAre: Valuation = {
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

/** The combined values of a project, as they are drawn. */
export const drawnCombined = (storage: Storage, row: CombinedRow): StoredLayer => ({
  location: locationOf(storage, row),
  rendering: {
    kind: 'values',
    background: null,
    valuation: asTheyAre,
    palette: paletteOf(row.combination.color_palette),
  },
});

/** The numbers of a layer, and what they are worth. */
export interface LayerNumbers {
  readonly cogPath: string;
  readonly valuation: Valuation;
}

/**
 * A combination as the engine takes it.
 * @param numbers those of its layers, in their order
 */
export function combinationOf(
  { layers, missing, grid_layer }: AskedCombination,
  numbers: readonly LayerNumbers[],
): Combination {
  const gridOf = layers.findIndex(({ data_layer }) => data_layer === grid_layer);
  return {
    layers: layers.map(({ weight, above, leaves_out: leavesOut }, index) => {
      const { cogPath, valuation } = numbers[index];
      return { cogPath, valuation, weight, above, leavesOut };
    }),
    missing,
    gridOf: gridOf < 0 ? null : gridOf,
  };
}
