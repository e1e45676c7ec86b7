import { expect, test } from 'vitest';
import { valuedSample } from './map-layer.samples.ts';
import { unfinishedValued } from './map-layer.ts';

test('a valued raster is unfinished until it is whole, and while another is to take its place', () => {
  expect(unfinishedValued(null)).toBeNull();
  expect(unfinishedValued(valuedSample)).toBeNull();
  const processing = { ...valuedSample.processing, state: 'running' } as const;
  const first = { ...valuedSample, processing };
  expect(unfinishedValued(first)).toBe(first);
  const replacement = { id: 32, processing };
  expect(unfinishedValued({ ...valuedSample, replacement })).toBe(replacement);
});
