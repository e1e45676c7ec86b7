import type { Scenario } from '@refugia/contract/value-mapper/scenarios.ts';
import { expect, test } from 'vitest';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { combinedAppearance, firstCombination } from './combination.ts';
import type { MapLayer } from './map-layer.ts';
import { changedByScenario, freeName, valuedByScenario } from './scenarios.ts';
import { settingsOf } from './valuation-settings.ts';

const entry = (id: number): MapLayer => ({
  layer: { ...layerSample, id },
  raster: { ...rasterSample, id: id + 10, data_layer: id },
  valued: { ...valuedSample, id: id + 20, data_layer: id },
});
const layers = [entry(1), entry(2), { ...entry(3), valued: null }];
const present = { fnType: 'exp', fnCoeffs: { A: 1, B: 2.5, C: -0.5 } } as const;
const scenario: Scenario = {
  ...{ id: 7, version: 1, name: 'Dry', missing_layers: [] },
  combination: firstCombination(layers, null),
  curves: [
    { data_layer: 1, ...present },
    { data_layer: 2, fnType: 'lin', fnCoeffs: { A: 0.5, B: 0, C: 0.25 } },
  ],
};

test('a scenario values layers by its own curves, and leaves the others', () => {
  const valued = valuedByScenario(scenario, layers);
  expect(settingsOf(valued[0]!.valued!).function).toEqual(settingsOf(layers[0]!.valued!).function);
  expect(settingsOf(valued[1]!.valued!).function).toMatchObject({
    type: 'lin',
    coefficients: { A: 0.5, C: 0.25 },
  });
  expect(valued[2]).toBe(layers[2]);
  const { parts } = combinedAppearance(scenario.combination, valued);
  expect(parts.map(({ valuation }) => valuation)).toMatchObject([
    { curve: { type: 'exp' } },
    { curve: { type: 'lin' } },
  ]);
  // The map keeps what it has made of the same objects.
  expect(valuedByScenario(scenario, [...layers])).toBe(valued);
  expect(valuedByScenario(scenario, layers.with(0, entry(1)))).not.toBe(valued);
});

test('only layers with another curve have to be valued anew', () => {
  expect(changedByScenario(scenario, layers).map(({ layer }) => layer.id)).toEqual([2]);
});

test('a name is free, also where it is as long as names may be', () => {
  expect(freeName('Dry', [], 10)).toBe('Dry');
  expect(freeName('Dry', [scenario, { ...scenario, name: 'Dry 2' }], 10)).toBe('Dry 3');
  expect(freeName('Dry', [scenario], 3)).toBe('D 2');
});
