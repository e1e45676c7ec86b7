import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import {
  type ClassValue,
  type CurveType,
  curveOf,
  type DataRange,
  type DivergingPalette,
  defaultCurve,
  defaultPalette,
  type Valuation,
  type ValuationCurve,
} from '@refugia/engine/valuation/index.ts';
import { readPalette } from './palettes.ts';

/** A person's settings in the valuation dialog. */
export interface ValuationSettings {
  /** A curve or, for a categorical raster, a value for each class. */
  readonly function:
    | ValuationCurve
    | { readonly type: 'class'; readonly values: readonly ClassValue[] };
  readonly palette: DivergingPalette;
}

/** The first settings of the dialog for a raster that has no valuation. */
export function defaultSettings(raster: ValueRaster, range: DataRange): ValuationSettings {
  if (raster.kind === 'categorical') {
    const values = raster.classes.map(({ code }) => ({ code, value: 0 }));
    return { function: { type: 'class', values }, palette: defaultPalette };
  }
  return { function: defaultCurve('lin', range), palette: defaultPalette };
}

/** Changes the kind of curve. Amplitude and offset stay; the other coefficients begin anew. */
export function withCurveType(
  settings: ValuationSettings,
  type: CurveType,
  range: DataRange,
): ValuationSettings {
  const curve = defaultCurve(type, range);
  const before = settings.function;
  const kept = 'coefficients' in before && 'coefficients' in curve;
  if (!kept) return { ...settings, function: curve };
  const { A, C } = before.coefficients;
  const made = curveOf(type, { ...curve.coefficients, A, C });
  return { ...settings, function: made ?? curve };
}

/** The settings by which a valued raster was made. */
export function settingsOf(valued: ValuedRaster): ValuationSettings {
  const palette = readPalette({
    min: valued.color_palette_min,
    zero: valued.color_palette_zero,
    max: valued.color_palette_max,
  });
  if (valued.val_fn_type === 'class') {
    return { function: { type: 'class', values: valued.class_values ?? [] }, palette };
  }
  const shape = {
    A: valued.val_fn_coeff_A ?? 0,
    B: valued.val_fn_coeff_B ?? 0,
    C: valued.val_fn_coeff_C ?? 0,
    D: valued.val_fn_coeff_D ?? 1,
    points: valued.val_fn_points ?? [],
  };
  const curve = curveOf(valued.val_fn_type, shape) ?? defaultCurve('lin', { min: 0, max: 1 });
  return { function: curve, palette };
}

/** The valuation by which settings colour the numbers of a range. */
export function valuationOf(settings: ValuationSettings, range: DataRange): Valuation {
  const { function: made } = settings;
  if (made.type === 'class') return { kind: 'classes', values: made.values };
  return { kind: 'curve', curve: made, range };
}
