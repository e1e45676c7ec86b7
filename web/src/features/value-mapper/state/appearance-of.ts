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

/** The smallest and the largest number of a raster. */
export function rangeOf(raster: ValueRaster): DataRange {
  return { min: raster.dataset_min_val ?? 0, max: raster.dataset_max_val ?? 0 };
}

/** A raster without a valuation runs from black at its minimum to white at its maximum. */
function grayValuation(range: DataRange): Valuation {
  return { kind: 'curve', curve: { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } }, range };
}

/** How a layer is drawn. @param settings of its valuation; null for the original */
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

/** How a layer is drawn while all there is of its raster is a coarse picture. */
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

/** Degrees around the colour wheel from one class to the next: the golden angle keeps them apart. */
const goldenAngle = 137.508;

/** A class's own colour, or one by its place in the list. */
export function classColour({ color }: RasterClass, index: number): Rgb {
  return (color === null ? undefined : colourOfHex(color)) ?? wheelColour(index * goldenAngle);
}

/** A colour of middle strength and lightness. @param degrees around the colour wheel */
function wheelColour(degrees: number): Rgb {
  const part = (turn: number) => {
    const hue = ((((degrees + turn) % 360) + 360) % 360) / 60;
    const share = Math.max(0, Math.min(1, Math.abs(hue - 3) - 1));
    return Math.round(70 + 140 * share);
  };
  return [part(0), part(240), part(120)];
}
