import type { Point } from 'geojson';
import { describe, expect, test } from 'vitest';
import {
  backwards,
  collection,
  feature,
  geometriesOf,
  polygon,
  propertiesOf,
  readJson,
  readTold,
  square,
  text,
} from '../../../testing/vector-files.ts';
import { VectorError } from '../index.ts';

describe('GeoJSON', () => {
  test('properties become flat', () => {
    const properties = { text: 'a', number: 1, yes: true, none: null, list: [1], deep: { a: 1 } };
    const imported = readJson(feature({ type: 'Point', coordinates: [1, 2] }, properties));
    expect(propertiesOf(imported)).toEqual([
      { text: 'a', number: 1, yes: true, none: null, list: '[1]', deep: '{"a":1}' },
    ]);
  });

  test('hundreds of thousands of points in one shape are read', () => {
    const coordinates = Array.from({ length: 200_000 }, (_, index) => [index / 2000, 1]);
    const [geometry] = geometriesOf(readJson({ type: 'MultiPoint', coordinates }));
    expect((geometry as { coordinates: unknown[] }).coordinates).toHaveLength(200_000);
  });

  test('a property named __proto__ is only a property', () => {
    const imported = readTold(
      text('{"type":"Feature","geometry":null,"properties":{"__proto__":{"polluted":1}}}'),
      'a.json',
    );
    expect(Object.keys(propertiesOf(imported)[0])).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('heights are left out, rings closed and turned, repeated corners dropped', () => {
    const outer = [
      [0, 0, 5],
      [0, 1, 5],
      [0, 1, 5],
      [1, 1, 5],
      [1, 0, 5],
    ];
    const imported = readJson(polygon(outer));
    expect(geometriesOf(imported)).toEqual([
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ]),
    ]);
    expect(imported.notes).toEqual(['Rings that were not closed have been closed.']);
  });

  test('rings without an area and stray holes are left out, and named', () => {
    const flat = [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ];
    const imported = readJson(
      collection(
        feature(polygon(square(0, 0, 4), flat, square(50, 50)), { name: 'Lake' }),
        feature(polygon(flat)),
        feature(polygon([[0, 0]])),
      ),
    );
    expect(geometriesOf(imported)).toEqual([polygon(square(0, 0, 4)), null, null]);
    expect(imported.skipped).toEqual([
      { reason: 'Has a ring without an area.', count: 3, examples: ['1: Lake', '2', '3'] },
      { reason: 'Has a hole that lies outside of its polygon.', count: 1, examples: ['1: Lake'] },
      { reason: 'Its polygons have no area.', count: 2, examples: ['2', '3'] },
    ]);
  });

  test('a ring of two positions is no polygon, and a hole within a hole is land', () => {
    const [outer, hole, island, pond] = [square(0, 0, 8), square(1, 1, 6), square(2, 2, 4), square(3, 3, 2)]; // biome-ignore format: one line
    const imported = readJson(
      collection(
        feature(polygon([[0, 0], [1, 1]])), // biome-ignore format: one line
        feature(polygon(outer, hole, island, pond)),
      ),
    );
    expect(geometriesOf(imported)).toEqual([
      null,
      {
        type: 'MultiPolygon',
        coordinates: [
          [outer, backwards(hole)],
          [island, backwards(pond)],
        ],
      },
    ]);
    expect(imported.skipped.map(({ reason }) => reason)).toContain('Has a ring without an area.');
    expect(imported.notes).toEqual(['Holes within a hole are land, as they are drawn.']);
  });

  test('an outline that crosses itself becomes polygons that do not', () => {
    const bowTie = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    const imported = readJson(polygon(bowTie));
    expect(geometriesOf(imported)[0]).toMatchObject({ type: 'MultiPolygon' });
    expect(imported.notes).toEqual([
      'Where an outline crosses itself, what lies in an odd number of its loops is land.',
    ]);
  });

  test.each([
    ['a name', { type: 'name', properties: { name: 'EPSG:32613' } }],
    ['a URN', { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32613' } }],
    [
      'a URN with a version',
      { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG:9.1:32613' } },
    ],
    [
      'an address',
      { type: 'name', properties: { name: 'http://www.opengis.net/def/crs/EPSG/0/32613' } },
    ],
    ['a code', { type: 'EPSG', properties: { code: 32613 } }],
    ['a code as a text', { type: 'epsg', properties: { code: '32613' } }],
    ['a URN of OGC', { type: 'OGC', properties: { urn: 'urn:ogc:def:crs:EPSG::32613' } }],
    ['a name in capitals', { type: 'name', properties: { Name: 'epsg: 32613' } }],
    ['a compound with heights', { type: 'name', properties: { name: 'EPSG:32613+5773' } }],
    [
      'a link',
      { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/32613/proj4/' } },
    ],
    ['a number', 32613],
    [
      'WKT',
      'PROJCS["Mine",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]],PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",-105],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],UNIT["metre",1]]',
    ],
  ])('a coordinate system by %s', (_, crs) => {
    // PROJ through rasterio: longitude -104.9903, latitude 39.7392.
    const geometry = { type: 'Point', coordinates: [500_831.13, 4_398_811.668] };
    const imported = readJson({ ...collection(feature(geometry)), crs });
    const [point] = geometriesOf(imported) as { coordinates: number[] }[];
    expect(point!.coordinates[0]).toBeCloseTo(-104.9903, 5);
    expect(point!.coordinates[1]).toBeCloseTo(39.7392, 5);
  });

  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84h',
    'EPSG:4326',
    'EPSG:4979',
    'urn:ogc:def:crs:EPSG::4326',
    'WGS 84',
    '',
  ])('%j is longitude and latitude', (name) => {
    const crs = { type: 'name', properties: { name } };
    const imported = readJson({ ...feature({ type: 'Point', coordinates: [1, 2] }), crs });
    expect(geometriesOf(imported)).toEqual([{ type: 'Point', coordinates: [1, 2] }]);
    expect(imported.notes).toEqual([]);
  });

  test.each([
    ['a text', 'EPSG:3857'],
    [
      'a link',
      { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/3857/' } },
    ],
    ['an older code', { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::900913' } }],
  ])('the coordinate system as %s is understood', (_, crs) => {
    const point = feature({ type: 'Point', coordinates: [1113194.91, 1118889.97] });
    // Expected: GDAL 3.6.2.
    const [converted] = geometriesOf(readJson({ ...collection(point), crs }));
    const [longitude, latitude] = (converted as Point).coordinates;
    expect(longitude).toBeCloseTo(10, 6);
    expect(latitude).toBeCloseTo(10, 6);
  });

  test.each([
    ['EPSG:4267', 'EPSG:4267'],
    ['ESRI:102008', 'ESRI:102008'],
    ['urn:x:unheard-of', 'urn:x:unheard-of'],
  ])('the coordinate system %s is refused by name', (name, shown) => {
    const crs = { type: 'name', properties: { name } };
    expect(() => readJson({ ...collection(), crs })).toThrow(shown);
  });

  test.each([
    ['TopoJSON', { type: 'Topology', objects: {} }, /TopoJSON/],
    ['Esri JSON', { geometryType: 'esriGeometryPolygon', features: [] }, /Esri JSON/],
    ['another type', { type: 'Thing' }, /no GeoJSON/],
    ['a list', [1, 2], /bare list.*FeatureCollection/],
    ['no list of features', { type: 'FeatureCollection' }, /no list of features/],
    ['letters of the wrong case', { type: 'featureCollection' }, /writes it "FeatureCollection"/],
    ['half a file', '{"type": "FeatureCollection", "features": [', /mistake at its end/],
    ['a number that is none', '{"coordinates":[[[1,2],[NaN,40]]]}', /mistake near .*\[NaN,40\]/],
    [
      'more lists than are read',
      `[${'[],'.repeat(1_200_000)}[]]`,
      /1,200,000 JSON lists and objects/,
    ],
  ])('%s is refused', (_, value, message) => {
    expect(() => readJson(value)).toThrow(VectorError);
    expect(() => readJson(value)).toThrow(message);
  });

  test('a member of the list that is no feature is named', () => {
    const imported = readJson(collection({ type: 'feature' }, null, 7));
    expect(imported.skipped).toEqual([
      {
        reason: 'Stands in the list of features, but is not a feature.',
        count: 3,
        examples: ['"feature"', 'nothing of a known type', 'nothing of a known type'],
      },
    ]);
  });

  test('numbers in quotation marks are named, with what to do', () => {
    const imported = readJson(feature({ type: 'Point', coordinates: ['1', '2'] }));
    expect(imported.skipped).toEqual([
      {
        reason: 'Has a coordinate that is a text. Numbers have to stand without quotation marks.',
        count: 1,
        examples: ['1'],
      },
    ]);
  });
});
