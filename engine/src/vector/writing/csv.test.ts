import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { FlatGeometry, VectorFeature } from '../types.ts';
import { writeCsv } from './csv.ts';
import { writeWkt } from './wkt.ts';

// The examples of OGC Simple Feature Access 06-103r4, 7.2.6, with positions of our own.
test.each<[FlatGeometry, string]>([
  [{ type: 'Point', coordinates: [10, 12] }, 'POINT (10 12)'],
  [
    {
      type: 'MultiPoint',
      coordinates: [
        [10, 40],
        [40, 30],
      ],
    },
    'MULTIPOINT ((10 40), (40 30))',
  ],
  [
    {
      type: 'LineString',
      coordinates: [
        [30, 10],
        [10, 30],
      ],
    },
    'LINESTRING (30 10, 10 30)',
  ],
  [
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [10, 10],
          [20, 20],
        ],
        [
          [40, 40],
          [30, 30],
        ],
      ],
    },
    'MULTILINESTRING ((10 10, 20 20), (40 40, 30 30))',
  ],
  [
    {
      type: 'Polygon',
      coordinates: [
        [
          [35, 10],
          [45, 45],
          [15, 40],
          [35, 10],
        ],
        [
          [20, 30],
          [35, 35],
          [30, 20],
          [20, 30],
        ],
      ],
    },
    'POLYGON ((35 10, 45 45, 15 40, 35 10), (20 30, 35 35, 30 20, 20 30))',
  ],
  [
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [30, 20],
            [45, 40],
            [10, 40],
            [30, 20],
          ],
        ],
      ],
    },
    'MULTIPOLYGON (((30 20, 45 40, 10 40, 30 20)))',
  ],
])('%j is %s', (geometry, text) => {
  expect(writeWkt(geometry)).toBe(text);
});

test('cells with commas, quotes and line breaks come back as they were', () => {
  const properties = { name: 'A, "B"\nC', formula: '=1+1', empty: null, __proto: 1 };
  const features: VectorFeature[] = [
    { type: 'Feature', geometry: { type: 'Point', coordinates: [1.5, -2] }, properties },
    { type: 'Feature', geometry: null, properties: { other: true } },
  ];
  expect(parse(writeCsv(features), { bom: true, columns: true })).toEqual([
    {
      WKT: 'POINT (1.5 -2)',
      name: 'A, "B"\nC',
      formula: '=1+1',
      empty: '',
      __proto: '1',
      other: '',
    },
    { WKT: '', name: '', formula: '', empty: '', __proto: '', other: 'true' },
  ]);
});
