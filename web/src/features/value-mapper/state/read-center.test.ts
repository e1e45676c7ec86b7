import { expect, test } from 'vitest';
import { readCenter } from './read-center.ts';

test('a saved center is JSON of latitude and longitude', () => {
  const center = readCenter({ last_center_coords: '[41.256,-95.9345]' });
  expect(center).toEqual({ latitude: 41.256, longitude: -95.9345 });
});

test.each(['', 'nowhere', '{}', 'null', '[41.256]', '["41","-95"]', '[null,-95]'])(
  '%j is no center',
  (text) => {
    expect(() => readCenter({ last_center_coords: text })).toThrow('cannot be read');
  },
);
