import type { LayerCurve, Scenario } from '@refugia/contract/value-mapper/scenarios.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import { isWhole, type MapLayer } from './map-layer.ts';

/** What is valued by a scenario stays the same objects, from which the map makes textures once. */
const known = new WeakMap<Scenario, { layers: readonly MapLayer[]; valued: readonly MapLayer[] }>();

/** The layers as a scenario values them: by its own curves. Other layers stay as they are. */
export function valuedByScenario(
  scenario: Scenario,
  layers: readonly MapLayer[],
): readonly MapLayer[] {
  const former = known.get(scenario);
  const isSame =
    former?.layers.length === layers.length &&
    former.layers.every((each, at) => each === layers[at]);
  if (former && isSame) return former.valued;
  const valued = layers.map((entry): MapLayer => {
    const curve = scenario.curves.find(({ data_layer }) => data_layer === entry.layer.id);
    if (curve === undefined || !isWhole(entry.valued)) return entry;
    return { ...entry, valued: { ...entry.valued, ...curveFields(curve) } };
  });
  known.set(scenario, { layers: [...layers], valued });
  return valued;
}

const fieldNames = [
  'val_fn_type',
  'val_fn_coeff_A',
  'val_fn_coeff_B',
  'val_fn_coeff_C',
  'val_fn_coeff_D',
  'val_fn_points',
  'class_values',
] as const;
type CurveFields = Pick<ValuedRaster, (typeof fieldNames)[number]>;

/** A scenario's curve by the names of a valued raster. */
function curveFields({ fnType, fnCoeffs, fnPoints, classValues }: LayerCurve): CurveFields {
  return {
    val_fn_type: fnType,
    val_fn_coeff_A: fnCoeffs?.A ?? null,
    val_fn_coeff_B: fnCoeffs?.B ?? null,
    val_fn_coeff_C: fnCoeffs?.C ?? null,
    val_fn_coeff_D: fnCoeffs?.D ?? null,
    val_fn_points: fnPoints ?? null,
    class_values: classValues ?? null,
  };
}

/** The layers whose curve in a scenario is another than the one that they have. */
export function changedByScenario(
  scenario: Scenario,
  layers: readonly MapLayer[],
): readonly MapLayer[] {
  return valuedByScenario(scenario, layers).filter((entry, at) => {
    const before = layers[at]?.valued;
    if (entry === layers[at] || !before || !entry.valued) return false;
    const { valued } = entry;
    return fieldNames.some((name) => JSON.stringify(valued[name]) !== JSON.stringify(before[name]));
  });
}

/** A name that no scenario has: the wanted one, or with a number behind it. */
export function freeName(
  wanted: string,
  scenarios: readonly Scenario[],
  maxLength: number,
): string {
  const names = new Set(scenarios.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` ${number}`;
    const name = `${wanted.slice(0, maxLength - ending.length)}${ending}`;
    if (!names.has(name)) return name;
  }
}
