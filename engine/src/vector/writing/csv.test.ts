import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { FlatGeometry, VectorFeature } from '../types.ts';
import { writeCsv, writeWkt } from './csv.ts';

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
  expect(parse(writeCsv(features, { isExact: true }), { bom: true, columns: true })).toEqual([
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

// The beginnings are those that OWASP names, https://owasp.org/www-community/attacks/CSV_Injection.
test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
])(
  '%j is a text for a spreadsheet, as a value and as a header, unless the file is to be exact',
  (formula) => {
    const feature: VectorFeature = {
      type: 'Feature',
      geometry: null,
      properties: { [formula]: formula },
    };
    const read = (options?: { isExact: boolean }) =>
      parse(writeCsv([feature], options), { bom: true });
    const text = `'${formula}`;
    expect(read()).toEqual([
      ['WKT', text],
      ['', text],
    ]);
    expect(read({ isExact: true })).toEqual([
      ['WKT', formula],
      ['', formula],
    ]);
  },
);

test('numbers stay numbers, and texts that are none stay as they are', () => {
  const properties = { a: -12.5, b: '-12.5', c: '+3', d: '-1e-7', e: 'a=b', f: "'=1", g: ' =1' };
  const feature: VectorFeature = { type: 'Feature', geometry: null, properties };
  const [, values] = parse(writeCsv([feature]), { bom: true });
  expect(values).toEqual(['', '-12.5', '-12.5', '+3', '-1e-7', 'a=b', "'=1", ' =1']);
});
