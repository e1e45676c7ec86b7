import { expect, test } from 'vitest';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { isValuable, unfinishedValued } from './map-layer.ts';

test('a valued raster is unfinished until it is whole, and while another is to take its place', () => {
  expect(unfinishedValued(null)).toBeNull();
  expect(unfinishedValued(valuedSample)).toBeNull();
  const processing = { ...valuedSample.processing, state: 'running' } as const;
  const first = { ...valuedSample, processing };
  expect(unfinishedValued(first)).toBe(first);
  const replacement = { id: 32, processing };
  expect(unfinishedValued({ ...valuedSample, replacement })).toBe(replacement);
});

test('only numbers can be valued: not a picture, and not a raster without data', () => {
  const entry = { layer: layerSample, raster: rasterSample, valued: null };
  expect(isValuable(entry)).toBe(true);
  expect(isValuable({ ...entry, raster: null })).toBe(false);
  expect(isValuable({ ...entry, raster: { ...rasterSample, tiles: null } })).toBe(false);
  expect(isValuable({ ...entry, raster: { ...rasterSample, kind: 'rgb' } })).toBe(false);
  const empty = { ...rasterSample, dataset_min_val: null, dataset_max_val: null };
  expect(isValuable({ ...entry, raster: empty })).toBe(false);
});
