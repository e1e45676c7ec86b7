import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { combinedValue, palettes, type Valuation } from '@refugia/engine/valuation/index.ts';
import type { CombinedAppearance } from '../../../map/value-layer/appearance.ts';
import { rangeOf } from './appearance-of.ts';
import { isValuable, isWhole, type MapLayer } from './map-layer.ts';
import { readPalette, storedPalette, usualDirection } from './palettes.ts';
import { settingsOf, valuationOf } from './valuation-settings.ts';

export type CombinationPart = Combination['layers'][number];

/** The layers that have values. */
export function valuedLayers(layers: readonly MapLayer[]): readonly MapLayer[] {
  return layers.filter((entry) => isValuable(entry) && isWhole(entry.valued));
}

const firstPalette = usualDirection(
  palettes.find(({ name }) => name === 'Green/Red') ?? palettes[0],
);
const firstWeight = 0.5;

/** The stored combination, or equal weights. Layers that got their values later have none yet. */
export function firstCombination(
  layers: readonly MapLayer[],
  stored: Combination | null,
): Combination {
  const parts = valuedLayers(layers).map(({ layer: { id } }): CombinationPart => {
    const weight = stored === null ? firstWeight : 0;
    const known = stored?.layers.find(({ data_layer }) => data_layer === id);
    return known ?? { data_layer: id, weight, above: null, leaves_out: false };
  });
  const color_palette = storedPalette(firstPalette);
  const first = { missing: 'no-data', grid_layer: null, color_palette } as const;
  return { ...(stored ?? first), layers: parts };
}

/** A combination with more layers, which begin with the weight that all begin with. */
export function withLayers(combination: Combination, added: readonly MapLayer[]): Combination {
  const parts = added.map(({ layer: { id } }) => ({
    data_layer: id,
    weight: firstWeight,
    above: null,
    leaves_out: false,
  }));
  return { ...combination, layers: [...combination.layers, ...parts] };
}

/** Leaves out layers without effect, so that a pixel without a value in them still has one. */
export function effective(combination: Combination): Combination {
  const layers = combination.layers.filter(
    ({ weight, above, leaves_out }) => weight > 0 || above !== null || leaves_out,
  );
  const hasGrid = layers.some(({ data_layer }) => data_layer === combination.grid_layer);
  return { ...combination, layers, grid_layer: hasGrid ? combination.grid_layer : null };
}

/** Whether a combination has a layer that counts. */
export function hasWeight({ layers }: Combination): boolean {
  return layers.some(({ weight, leaves_out }) => weight > 0 && !leaves_out);
}

/** The share of a layer in all weights, from 0 to 1. */
export function shareOf({ layers }: Combination, layerId: number): number {
  const weights = layers.map(({ weight, leaves_out }) => (leaves_out ? 0 : weight));
  const own = weights[layers.findIndex(({ data_layer }) => data_layer === layerId)] ?? 0;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum > 0 ? own / sum : 0;
}

const partOf = ({ weight, above, leaves_out }: CombinationPart) => ({
  weight,
  above,
  leavesOut: leaves_out,
});

/** The same layer keeps its valuation, from which the map makes textures. */
const valuations = new WeakMap<MapLayer, Valuation>();

/** How a combination is drawn. Layers that are gone, or have no values any more, are left out. */
export function combinedAppearance(
  combination: Combination,
  entries: readonly MapLayer[],
): CombinedAppearance {
  const valued = valuedLayers(entries);
  const parts = effective(combination).layers.flatMap((part) => {
    const entry = valued.find(({ layer }) => layer.id === part.data_layer);
    if (!entry?.raster || !entry.valued) return [];
    const { raster } = entry;
    const valuation =
      valuations.get(entry) ?? valuationOf(settingsOf(entry.valued), rangeOf(raster));
    valuations.set(entry, valuation);
    const isInterpolated = raster.kind === 'continuous';
    return [{ id: part.data_layer, ...partOf(part), valuation, isInterpolated }];
  });
  return { parts, missing: combination.missing, palette: readPalette(combination.color_palette) };
}

/**
 * The combined value at a place.
 * @param values by layer; a layer that is left out there has no value
 * @returns null where there is no result
 */
export function combinedAt(
  combination: Combination,
  values: ReadonlyMap<number, number | null>,
): number | null {
  const { layers, missing } = effective(combination);
  const atPlace = layers.map(({ data_layer }) => values.get(data_layer) ?? Number.NaN);
  const value = combinedValue(layers.map(partOf), atPlace, missing);
  return Number.isNaN(value) ? null : value;
}
