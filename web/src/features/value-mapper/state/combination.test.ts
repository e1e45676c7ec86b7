import { expect, test } from 'vitest';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import {
  combinedAppearance,
  combinedAt,
  effective,
  firstCombination,
  shareOf,
} from './combination.ts';
import type { MapLayer } from './map-layer.ts';

const entry = (id: number): MapLayer => ({
  layer: { ...layerSample, id },
  raster: { ...rasterSample, id: id + 10, data_layer: id },
  valued: { ...valuedSample, id: id + 20, data_layer: id },
});
const layers = [entry(1), entry(2), { ...entry(3), valued: null }];
const first = firstCombination(layers, null);
const limited = { ...first, layers: [first.layers[0], { ...first.layers[1], above: 0.5 }] };

test('all layers with values begin with the same weight', () => {
  expect(first.layers.map(({ data_layer, weight }) => [data_layer, weight])).toEqual([
    [1, 0.5],
    [2, 0.5],
  ]);
  expect(shareOf(first, 2)).toBe(0.5);
});

test('a layer that got its values later has no weight in a stored combination', () => {
  const stored = { ...first, layers: [{ ...first.layers[0], weight: 0.3 }] };
  expect(firstCombination(layers, stored).layers.map(({ weight }) => weight)).toEqual([0.3, 0]);
});

test('a layer that changes nothing needs no value', () => {
  const weightless = { ...first, layers: [first.layers[0], { ...first.layers[1], weight: 0 }] };
  expect(effective(weightless).layers).toEqual([first.layers[0]]);
  const values = new Map([[1, 0.25]]);
  expect(combinedAt(weightless, values)).toBe(0.25);
  expect(combinedAt(first, values)).toBeNull();
  expect(combinedAt({ ...first, missing: 'skip' }, values)).toBe(0.25);
});

test('a limit rules places out, a mask as well, and a mask has no weight', () => {
  expect(
    combinedAt(
      limited,
      new Map([
        [1, 1],
        [2, 0.5],
      ]),
    ),
  ).toBeNull();
  expect(
    combinedAt(
      limited,
      new Map([
        [1, 1],
        [2, 0.75],
      ]),
    ),
  ).toBe(0.875);
  const masked = { ...first, layers: [first.layers[0], { ...first.layers[1], leaves_out: true }] };
  expect(
    combinedAt(
      masked,
      new Map([
        [1, 0.25],
        [2, 0],
      ]),
    ),
  ).toBe(0.25);
  expect(
    combinedAt(
      masked,
      new Map([
        [1, 0.25],
        [2, 1],
      ]),
    ),
  ).toBeNull();
  expect(shareOf(masked, 1)).toBe(1);
});

test('the map draws the layers that still have values', () => {
  const { parts } = combinedAppearance(limited, [entry(2)]);
  expect(parts).toMatchObject([{ id: 2, weight: 0.5, above: 0.5, leavesOut: false }]);
});
