import type { ClassValues } from '@refugia/contract/value-mapper/valued.ts';
import {
  hexOfColour,
  palettes,
  turnedPalette,
  type ValuationCurve,
} from '@refugia/engine/valuation/index.ts';

/** A layer of the sample project: its file, and what its numbers are worth to elk. */
interface SampleLayer {
  /** The name of the file that the generator makes. */
  readonly file: string;
  readonly label: string;
  readonly weight: number;
  readonly valuation:
    | Exclude<ValuationCurve, { type: 'points' }>
    | { readonly type: 'class'; readonly values: ClassValues };
}

/** The layers, the lowest first. */
export const sampleLayers: readonly SampleLayer[] = [
  {
    file: 'slope.tif',
    label: 'Slope',
    weight: 0.5,
    valuation: { type: 'peak', coefficients: { A: 1, B: 8, C: 0, D: 24 } },
  },
  {
    file: 'winter_forage.tif',
    label: 'Winter forage',
    weight: 1,
    valuation: {
      type: 'class',
      values: [0, 0.3, 0.7, 1].map((value, index) => ({ code: index + 1, value })),
    },
  },
  {
    file: 'forest_cover.tif',
    label: 'Forest cover',
    weight: 0.8,
    valuation: { type: 'peak', coefficients: { A: 1, B: 50, C: 0, D: 70 } },
  },
  {
    file: 'distance_to_roads.tif',
    label: 'Distance to roads',
    weight: 1,
    valuation: { type: 'sigmoid', coefficients: { A: 1, B: 1500, C: 0, D: 2000 } },
  },
];

export const sampleSummary =
  'Made-up data of an invented valley: where could elk cross from one winter range to the other? Change curves and weights, then delete it when you are done.';

const { min, zero, max } = turnedPalette(palettes.find(({ name }) => name === 'Green/Red')!);
/** Green for what is good. */
export const samplePalette = {
  min: hexOfColour(min),
  zero: hexOfColour(zero),
  max: hexOfColour(max),
};

/** The middle of the sample's rasters, and the zoom at which they fill a screen. */
export const sampleView = { lastCenter: '[45.44,-110.69]', lastZoom: 11.5 };
