import type { ValueFunctionType } from '@refugia/contract/value-mapper/valued.ts';
import type { CoarseFacts, RasterFacts, RasterHeader } from '@refugia/engine/ingest/index.ts';
import {
  type CurveType,
  colourOfHex,
  type DivergingPalette,
  type Valuation,
} from '@refugia/engine/valuation/index.ts';
import type { RasterRow, ValuedRow } from '../access.ts';

/** What reading a raster found, once all of it was read. */
export function wholeFacts({ facts, state }: Pick<RasterRow, 'facts' | 'state'>) {
  return state === 'done' ? (facts as RasterFacts) : undefined;
}

/** What is known of a raster that is being processed. */
export interface HeaderWithCoarse extends RasterHeader {
  /** What its coarse picture tells, once that is stored. */
  readonly coarse?: CoarseFacts;
}

/** What the coarse picture of a raster tells that is being processed. */
export function coarseFacts({ facts, state }: Pick<RasterRow, 'facts' | 'state'>) {
  return state === 'running' ? (facts as HeaderWithCoarse | null)?.coarse : undefined;
}

/** The smallest and the largest number of a raster, which a curve runs between. */
export function rangeOf(facts: RasterFacts): { min: number; max: number } | undefined {
  const values = facts.shown.values;
  return values ? { min: values.minimum, max: values.maximum } : undefined;
}

const isCurve = (type: ValueFunctionType): type is CurveType => type !== 'class';

/** What a raster's numbers are worth by what a person chose; undefined for one without numbers. */
export function valuationOf(
  {
    functionType,
    coefficients,
    classValues,
  }: Pick<ValuedRow, 'functionType' | 'coefficients' | 'classValues'>,
  facts: RasterFacts,
): Valuation | undefined {
  if (!isCurve(functionType)) return { kind: 'classes', values: classValues ?? [] };
  const range = rangeOf(facts);
  if (!range || !coefficients) return undefined;
  return { kind: 'curve', curve: { type: functionType, coefficients }, range };
}

export function paletteOf({ palette }: Pick<ValuedRow, 'palette'>): DivergingPalette {
  const rgb = (text: string) => colourOfHex(text) ?? [128, 128, 128];
  return { min: rgb(palette.min), zero: rgb(palette.zero), max: rgb(palette.max) };
}
