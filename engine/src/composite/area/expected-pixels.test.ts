import type { MultiPolygon, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { defaultSubareaMeters, expectedPixelMeters } from '../../geo/work-pixels.ts';
import { chooseWideArea } from '../index.ts';
import { finestWorkArea } from './work-area.ts';

function rectangle([west, south, east, north]: readonly [number, number, number, number]): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

// Bounds of Census states and of what lies around them, rounded.
test.each([
  ['a county', [-105.1, 39.2, -103.6, 40.1], 80],
  ['Colorado', [-109.06, 36.99, -102.04, 41.0], 320],
  ['Oregon', [-124.57, 41.99, -116.46, 46.3], 320],
  ['Texas', [-106.65, 25.84, -93.51, 36.5], 640],
  ['eleven western states', [-124.77, 31.3, -102, 49.01], 1280],
  ['the contiguous United States', [-124.77, 24.4, -66.95, 49.39], 2560],
  ['Iberia', [-9.5, 36, 3.3, 43.8], 640],
] as const)('%s is compared in the pixels that people were told', (_, bounds, pixelMeters) => {
  const area = rectangle(bounds);
  expect(expectedPixelMeters(area)).toBe(pixelMeters);
  const wide = chooseWideArea(area, { subareaMeters: defaultSubareaMeters });
  expect(wide?.pixelSizeMeters).toBe(pixelMeters);
});

// Areas whose parts fill little of the rectangle around them. Calculated by hand: 505 km² are the
// most inside at 10 m.
test.each([
  [
    'a strip from corner to corner of 900 km²',
    [
      [0, 0],
      [0.02, 0],
      [0.36, 0.25],
      [0.36, 0.27],
      [0.34, 0.27],
      [0, 0.02],
    ],
    10,
  ],
  [
    'a corridor of 220 km² from corner to corner of 3,300 km²',
    [
      [0, 0],
      [0.02, 0],
      [0.7, 0.48],
      [0.7, 0.5],
      [0.68, 0.5],
      [0, 0.02],
    ],
    10,
  ],
  [
    'half of 3,300 km²',
    [
      [0, 0],
      [0.7, 0],
      [0.7, 0.5],
    ],
    20,
  ],
  [
    'half of 1,100 km²',
    [
      [0, 0],
      [0.4, 0],
      [0.4, 0.29],
    ],
    20,
  ],
  [
    'half of 980 km²',
    [
      [0, 0],
      [0.38, 0],
      [0.38, 0.277],
    ],
    10,
  ],
  [
    'half of 900 km²',
    [
      [0, 0],
      [0.37, 0],
      [0.37, 0.26],
    ],
    10,
  ],
] as const)('so is %s', (_, corners, pixelMeters) => {
  const [west, south] = [-98.5, 41];
  const ring = [...corners, corners[0]].map(([x, y]) => [west + x, south + y]);
  const area: Polygon = { type: 'Polygon', coordinates: [ring] };
  expect(expectedPixelMeters(area)).toBe(pixelMeters);
  expect(finestWorkArea(area, { pixelSizeMeters: 10 }).pixelSizeMeters).toBe(pixelMeters);
});

test('so are small parts hundreds of kilometres apart, in the finest pixels', () => {
  // Three times 10 by 10 km, more or less.
  const parts = [-105, -103, -99].map((west) => rectangle([west, 40, west + 0.12, 40.09]));
  const area: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: parts.map(({ coordinates }) => coordinates),
  };
  expect(expectedPixelMeters(area)).toBe(10);
  const wide = chooseWideArea(area, { subareaMeters: defaultSubareaMeters });
  expect(wide?.pixelSizeMeters).toBe(10);
});

/** The two parts of a rectangle whose east is beyond 180. */
function acrossAntimeridian([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): MultiPolygon {
  const parts = [rectangle([west, south, 180, north]), rectangle([-180, south, east - 360, north])];
  return { type: 'MultiPolygon', coordinates: parts.map(({ coordinates }) => coordinates) };
}

// Bounds of the islands and of what lies around them, rounded.
test.each([
  ['the Aleutians', [172.4, 51.2, 195.2, 54.9], 640],
  ['Alaska', [172.4, 51.2, 230, 71.4], 2560],
  ['Chukotka', [157.7, 61.8, 190.4, 70.2], 640],
  ['New Zealand with the Chatham Islands', [166.4, -47.3, 184, -34.4], 640],
] as const)('so is %s, on both sides of 180°', (_, bounds, pixelMeters) => {
  const area = acrossAntimeridian(bounds);
  expect(expectedPixelMeters(area)).toBe(pixelMeters);
  const wide = chooseWideArea(area, { subareaMeters: defaultSubareaMeters });
  expect(wide?.pixelSizeMeters).toBe(pixelMeters);
});
