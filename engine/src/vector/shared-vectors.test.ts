import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { readTold, type ToldImport } from '../../testing/vector-files.ts';
import { partsOf } from './geometry/parts.ts';
import { VectorError } from './index.ts';

/**
 * Public files, and what a correct importer makes of each according to the folder's own README.
 * Expected positions are those of GDAL 3.6.2.
 */
const folder = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../shared'),
  'data/vectors',
);
const isHere = existsSync(join(folder, 'README.md'));

const read = (path: string): ToldImport =>
  readTold(readFileSync(join(folder, path)), path.split('/').at(-1)!);
const featuresOf = ({ layers }: ToldImport) => layers.flatMap(({ features }) => features);

/** How many features there are of each type of geometry. */
function countTypes(imported: ToldImport): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { geometry } of featuresOf(imported)) {
    const type = geometry?.type ?? 'none';
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

function firstPosition(imported: ToldImport): Position | undefined {
  const geometry = featuresOf(imported).find(({ geometry }) => geometry)?.geometry ?? null;
  const { points, lines, polygons } = partsOf(geometry);
  return points[0] ?? lines[0]?.[0] ?? polygons[0]?.[0]?.[0];
}

const reasonsOf = ({ skipped }: ToldImport) =>
  Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]));

interface Row {
  types: Record<string, number>;
  /** Longitude and latitude of the first position. */
  first?: [number, number];
  /** Properties that the first feature must have. */
  properties?: Record<string, unknown>;
  /** The reasons for what is left out, with the number of times. */
  skipped?: Record<string, number>;
  notes?: RegExp[];
  layers?: string[];
}

const noGeometry = 'Has no geometry.';
const notANumber = 'Has a coordinate that is not a number.';
const notNested = 'Has coordinates that are not nested as its type demands.';
const notLonLat =
  'Has coordinates that are not longitude and latitude (beyond ±180 and ±90), and the file does not say in which coordinate system they are. Save it in longitude and latitude (WGS 84); a shapefile says it in its .prj file.';
const noPrj = /no \.prj file\): longitude and latitude \(WGS 84\) were assumed/;
const noDbf = /has no attributes: there is no \.dbf file/;

const readable: Record<string, Row> = {
  'kml/tg_addresses.kml': {
    types: { Point: 5, LineString: 2, none: 8 },
    skipped: { [noGeometry]: 8 },
    properties: { name: 'In transit', Category: 'In transit' },
  },
  'kml/tg_bad.kml': { types: { none: 3 }, skipped: { [notANumber]: 3 } },
  'kml/tg_extended_data.kml': { types: { Point: 1 }, properties: { foo: 'bar' } },
  'kml/tg_ground_overlay.kml': {
    types: {},
    skipped: { 'Is a picture laid on the map (GroundOverlay), not a shape.': 1 },
  },
  'kml/tg_multigeometry_sibling.kml': { types: { MultiLineString: 1 } },
  'kml/tg_networklink.kml': {
    types: {},
    skipped: { 'Linked data is not imported: the file only holds its address.': 1 },
  },
  'kml/tg_point_extra_coordinates.kml': {
    types: { Point: 1 },
    first: [-122.0822035425683, 37.42228990140251],
  },
  'kml/tg_polygon.kml': { types: { Polygon: 1 }, first: [-122.366278, 37.818844] },
  'kml/tg_timespan.kml': { types: { Polygon: 1 }, properties: { begin: '0725', end: '0733' } },
  'kml/gdal_non_conformant_multi.kml': { types: { Polygon: 1, LineString: 1, Point: 1 } },
  'geojson/gdal_point_with_utf8bom.json': { types: { Point: 1 }, first: [100, 0] },
  'geojson/gdal_ids_0_1_null_1_null.json': { types: { none: 5 }, skipped: { [noGeometry]: 5 } },
  'geojson/cg_bad_bad-polygonloop.geojson': { types: { none: 1 }, skipped: { [notNested]: 1 } },
  'geojson/cg_bad_badcoord.geojson': { types: { none: 1 }, skipped: { [notANumber]: 1 } },
  'geojson/cg_bad_different-first-last.geojson': {
    types: { Polygon: 1 },
    notes: [/Rings that were not closed have been closed/],
  },
  'geojson/cg_bad_point-labeled-as-a-multipolygon.geojson': {
    types: { none: 1 },
    skipped: { [notNested]: 1 },
  },
  'geojson/cg_good_good-featurecollection-bbox3d.geojson': { types: { Point: 2 } },
  'geojson/cg_good_nullgeometry.geojson': { types: { none: 1 }, skipped: { [noGeometry]: 1 } },
  'geojson/cg_good_good-geometrycollection.geojson': { types: { Point: 1, LineString: 1 } },
  'shpzip/fiona_coutwildrnp.zip': {
    types: { Polygon: 67 },
    properties: { NAME: 'Mount Naomi Wilderness', PERIMETER: 1.22107 },
    first: [-111.73527526855469, 41.995094299316406],
  },
  'shpzip/pyshp_blockgroups_multishapefile.zip': {
    types: { Polygon: 1310, MultiPolygon: 16 },
    layers: ['blockgroups', 'blockgroups2'],
    notes: [noPrj],
  },
  'shpzip/sj_no-dbf.zip': { types: { Polygon: 5, MultiPolygon: 9 }, notes: [noPrj, noDbf] },
  'shpzip/sj_empty-shp.zip': { types: { Polygon: 2 }, layers: ['POLYGON'] },
  'shpzip/sj_qgis.zip': { types: { Polygon: 2 } },
  'shpzip/sj_utf.zip': { types: { Point: 2 }, properties: { field: '💩' } },
  'shpzip/sj_SHP_Exclude.zip': { types: { Polygon: 1 }, notes: [noPrj] },
  'shpzip/sj_zero-len-line.zip': {
    types: { LineString: 2, none: 1 },
    skipped: { [noGeometry]: 1 },
  },
  'shpzip/sj_mixedcase.zip': {
    types: { Polygon: 23, MultiPolygon: 17 },
    properties: { SEN_DIST: 'First Worcester' },
    first: [-71.62470199984111, 42.35046499998208],
  },
  'shpzip/sj_pandr.zip': { types: { Point: 80 }, first: [-71.03252702353794, 41.96333656932741] },
  'shpzip/ms_big5_cpg.zip': {
    types: { none: 1 },
    properties: { NAME: '國語' },
    skipped: { [notLonLat]: 1 },
  },
  'shpzip/ms_chinese_ldid.zip': {
    types: { none: 1 },
    properties: { NAME: '简体' },
    skipped: { [notLonLat]: 1 },
  },
  'shpzip/ms_gauss_kruger.zip': {
    types: { Point: 3 },
    first: [109.51241586959438, 0.00038846250500810837],
    notes: [noDbf, /converted from Beijing 1954 .* may be off by up to some hundred meters/],
  },
  'shpzip/ms_data_corruption_error.zip': {
    types: { LineString: 8 },
    properties: { dp_oid: 3978824 },
    first: [22.236964735451835, 65.4356414968848],
  },
  'shpzip/ms_max_callstack_error.zip': {
    types: { LineString: 138 },
    first: [16.071113189709944, 63.53964700203999],
  },
  'shpzip/mb_null.zip': { types: { Point: 5, none: 4 }, skipped: { [noGeometry]: 4 } },
  'shpzip/mb_multipointm.zip': { types: { MultiPoint: 1 }, notes: [noPrj, noDbf] },
  'synthetic/kmz_doc_in_subfolder.kmz': { types: { Point: 1 } },
  'synthetic/geojson_lat_out_of_range.json': {
    types: { none: 1 },
    skipped: {
      'Has a latitude beyond 90°: longitude and latitude seem to be swapped. Longitude has to come first.': 1,
    },
  },
  'synthetic/geojson_legacy_crs_utm.json': {
    types: { Point: 1 },
    // GDAL 3.6.2: EPSG:32737 to EPSG:4326.
    first: [36.8161999932, -1.292818019],
    notes: [/converted from WGS 84 \/ UTM zone 37S/],
  },
  'synthetic/geojson_bowtie.json': {
    types: { MultiPolygon: 1 },
    notes: [/an outline crosses itself, what lies in an odd number of its loops is land/],
  },
  'synthetic/geojson_html_in_props.json': {
    types: { Point: 1 },
    properties: { name: '<img src=x onerror=alert(1)>' },
  },
};

const refused: Record<string, RegExp> = {
  'kml/gdal_truncated.kml': /not valid XML \(line 35\)/,
  'geojson/cg_bad_bad-json.geojson': /not valid JSON: there is a mistake in line 3/,
  'geojson/cg_bad_featurecollection-type-case.geojson': /GeoJSON writes it "FeatureCollection"/,
  'shpzip/ms_zip-in-zip.zip': /holds another archive \(zip\/points\.zip\)/,
  'shpzip/pyshp_empty_zipfile.zip': /holds no shapefile \(\.shp\), KML or GeoJSON/,
  // A dBase table with another name.
  'shpzip/sj_badzip.zip': /attribute table \(\.dbf\) of a shapefile, without the rest/,
  'synthetic/kmz_no_kml.kmz': /holds no shapefile \(\.shp\), KML or GeoJSON/,
  'synthetic/kmz_zip_slip.kmz': /leads out of the archive/,
  'synthetic/kmz_bomb_30MB.kmz': /at most 20 MB/,
  'synthetic/kml_billion_laughs.kml': /DOCTYPE/,
  'synthetic/kml_xxe.kml': /DOCTYPE/,
};

/** A metre or less; GDAL and proj4js differ by rounding. */
const oneMeterInDegrees = 1 / 111_320;

describe.skipIf(!isHere)('the shared vector files, against what their README says', () => {
  test.each(Object.entries(readable))('%s is read', (path, expected) => {
    const imported = read(path);
    expect(countTypes(imported)).toEqual(expected.types);
    expect(reasonsOf(imported)).toEqual(expected.skipped ?? {});
    if (expected.properties) {
      expect(featuresOf(imported)[0]?.properties).toMatchObject(expected.properties);
    }
    if (expected.layers) expect(imported.layers.map(({ name }) => name)).toEqual(expected.layers);
    for (const note of expected.notes ?? []) {
      expect(imported.notes).toContainEqual(expect.stringMatching(note));
    }
    if (expected.first) {
      const [longitude, latitude] = firstPosition(imported)!;
      expect(Math.abs(longitude! - expected.first[0])).toBeLessThan(oneMeterInDegrees);
      expect(Math.abs(latitude! - expected.first[1])).toBeLessThan(oneMeterInDegrees);
    }
    for (const position of featuresOf(imported).flatMap(positionsOf)) {
      expect(position.every(Number.isFinite)).toBe(true);
    }
  });

  test.each(Object.entries(refused))('%s is refused', (path, reason) => {
    expect(() => read(path)).toThrow(VectorError);
    expect(() => read(path)).toThrow(reason);
  });

  test('the polygon with a hole keeps it, turned as RFC 7946 asks', () => {
    const [feature] = featuresOf(read('kml/tg_polygon.kml'));
    const [outer, hole] = partsOf(feature!.geometry).polygons[0];
    expect(area(outer!)).toBeGreaterThan(0);
    expect(area(hole!)).toBeLessThan(0);
  });

  // Expected: the outputs of the antimeridian package (gadomski/antimeridian), in its flat mode.
  test.each([
    'simple',
    'split',
    'multi-split',
    'crossing-latitude',
    'north-pole',
    'multi-line',
    'almost-180',
    'point-on-antimeridian',
    'great-circle',
  ])('%s is cut at the antimeridian as expected', (name) => {
    const expected = JSON.parse(
      readFileSync(join(folder, `geojson/antimeridian_expected_flat/${name}.json`), 'utf8'),
    );
    const [feature] = featuresOf(read(`geojson/am_${name}.json`));
    const paths = ({ lines, polygons }: ReturnType<typeof partsOf>) =>
      [...lines, ...polygons.flat().map(fromSmallest)].map(String).sort();
    expect(paths(partsOf(roundAll(feature!.geometry!)))).toEqual(
      paths(partsOf(roundAll(expected))),
    );
  });
});

test.skipIf(isHere)('the shared vector files are not here: they are not tested', () => {
  expect(existsSync(folder)).toBe(false);
});

function positionsOf({ geometry }: ReturnType<typeof featuresOf>[number]): Position[] {
  const { points, lines, polygons } = partsOf(geometry);
  return [...points, ...lines.flat(), ...polygons.flat(2)];
}

/** Signed area by the shoelace formula. */
function area(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    return sum + (x! * nextY! - nextX! * y!) / 2;
  }, 0);
}

/** The ring from its smallest corner on: where a ring begins means nothing. */
function fromSmallest(ring: readonly Position[]): Position[] {
  const corners = ring.slice(0, -1);
  const sorted = corners.toSorted(([ax, ay], [bx, by]) => ax! - bx! || ay! - by!);
  const start = corners.indexOf(sorted[0]);
  return [...corners.slice(start), ...corners.slice(0, start)];
}

function roundAll<Shape>(geometry: Shape): Shape {
  return JSON.parse(
    JSON.stringify(geometry, (_, value) =>
      typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : value,
    ),
  );
}
