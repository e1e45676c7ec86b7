import { backgroundRgb } from '@refugia/contract/value-mapper/calls.ts';
import type {
  CoarseRaster,
  RasterClass,
  ValueRaster,
} from '@refugia/contract/value-mapper/rasters.ts';
import {
  colourOfHex,
  type DataRange,
  defaultPalette,
  type Rgb,
  type Valuation,
} from '@refugia/engine/valuation/index.ts';
import type { Colouring, ValueAppearance } from '../../../map/value-layer/appearance.ts';
import type { MapLayer } from './map-layer.ts';
import { type ValuationSettings, valuationOf } from './valuation-settings.ts';

/** The range from the smallest to the largest number of a raster. */
export function rangeOf(raster: ValueRaster): DataRange {
  return { min: raster.dataset_min_val ?? 0, max: raster.dataset_max_val ?? 0 };
}

/** The valuation of a raster without one: from black at its smallest number to white. */
function grayValuation(range: DataRange): Valuation {
  return { kind: 'curve', curve: { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } }, range };
}

/** The appearance of a layer. @param settings of its valuation, or null for the original */
export function appearanceOf(
  { layer }: MapLayer,
  raster: ValueRaster,
  settings: ValuationSettings | null,
): ValueAppearance {
  return {
    colouring: colouringOf(raster, settings),
    background: backgroundRgb[layer.img_background_color],
    opacity: layer.opacity,
    isInterpolated: raster.kind === 'continuous',
  };
}

/** The appearance of a layer while only a coarse picture of its raster exists. */
export function coarseAppearanceOf(
  entry: MapLayer,
  raster: ValueRaster,
  { min_val, max_val, classes }: CoarseRaster,
): ValueAppearance {
  const seen = { ...raster, dataset_min_val: min_val, dataset_max_val: max_val, classes };
  return appearanceOf(entry, seen, null);
}

function colouringOf(raster: ValueRaster, settings: ValuationSettings | null): Colouring {
  const range = rangeOf(raster);
  if (settings !== null) {
    return { kind: 'values', valuation: valuationOf(settings, range), palette: settings.palette };
  }
  if (raster.kind === 'categorical') {
    const colours = raster.classes.map((each, index) => ({
      code: each.code,
      colour: classColour(each, index),
    }));
    return { kind: 'classes', colours };
  }
  return { kind: 'values', valuation: grayValuation(range), palette: defaultPalette };
}

/** Degrees between the colours of neighbouring classes. The golden angle keeps them apart. */
const goldenAngle = 137.508;

/** A class's own colour, or a colour by its place in the list. */
export function classColour({ color }: RasterClass, index: number): Rgb {
  return (color === null ? undefined : colourOfHex(color)) ?? wheelColour(index * goldenAngle);
}

/** A colour of medium saturation and lightness, at so many degrees of the colour wheel. */
function wheelColour(degrees: number): Rgb {
  const part = (turn: number) => {
    const hue = ((((degrees + turn) % 360) + 360) % 360) / 60;
    const share = Math.max(0, Math.min(1, Math.abs(hue - 3) - 1));
    return Math.round(70 + 140 * share);
  };
  return [part(0), part(240), part(120)];
}
