import { expect, test } from 'vitest';
import { findZoom, readCenter } from './map-view.ts';

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

// Specification part 3 §9, in Leaflet's count: over 3.5 gives 7, over 1.5 8, over 0.8 9, over 0.1 11.
test.each([
  [3.6, 6],
  [3.5, 7],
  [1.6, 7],
  [1.5, 8],
  [0.81, 8],
  [0.8, 10],
  [0.11, 10],
  [0.1, undefined],
])('a box of %d degrees is shown at zoom %s', (span, zoom) => {
  expect(findZoom([0, 10, span, 10 + span / 4])).toBe(zoom);
  expect(findZoom([-60, -span, -60 + span / 4, 0])).toBe(zoom);
});
