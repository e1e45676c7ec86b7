import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sceneOfItem } from './stac-item.ts';

const catalogueUrl = 'https://catalogue.test/v1';
const tiff = 'image/tiff; application=geotiff; profile=cloud-optimized';

/** A minimal item; `properties` and `assets` are added to it. */
function item(properties: object, assets: object, rest: object = {}): unknown {
  return {
    type: 'Feature',
    id: 'S2B_13SEE_20230715_0_L2A',
    collection: 'sentinel-2-l2a',
    geometry: { type: 'Polygon', coordinates: [[[0, 0]]] },
    properties: { datetime: '2023-07-15T17:50:00.5Z', ...properties },
    assets,
    ...rest,
  };
}

function offsetOf(properties: object, raster: object | undefined): number | undefined {
  const blue = { href: 'https://files.test/B02.tif', type: tiff, 'raster:bands': [raster ?? {}] };
  return sceneOfItem(item(properties, { blue }), catalogueUrl)?.scene.bands.blue?.offset;
}

describe('the reflectance offset', () => {
  const stated = { scale: 0.0001, offset: -0.1 };
  test.each<[string, object, object | undefined, number]>([
    [
      'is 0 where the catalogue has applied it, whatever the band states',
      { 'earthsearch:boa_offset_applied': true },
      stated,
      0,
    ],
    [
      'is what the band states where it has not',
      { 'earthsearch:boa_offset_applied': false },
      stated,
      -0.1,
    ],
    ['is what the band states where nothing is said (collection 1)', {}, stated, -0.1],
    [
      'follows from baseline 04.00 where none is stated',
      { 's2:processing_baseline': '04.00' },
      undefined,
      -0.1,
    ],
    ['follows from later baselines', { 's2:processing_baseline': '05.11' }, undefined, -0.1],
    ['is 0 before baseline 04.00', { 's2:processing_baseline': '03.01' }, undefined, 0],
    ['is 0 where nothing is known', {}, undefined, 0],
    [
      'is a stated 0, even for a late baseline',
      { 's2:processing_baseline': '05.09' },
      { offset: 0 },
      0,
    ],
  ])('%s', (_what, properties, raster, expected) => {
    expect(offsetOf(properties, raster)).toBe(expected);
  });
});

describe('assets', () => {
  test('relative addresses are resolved against the item, or else the catalogue', () => {
    const assets = { red: { href: './B04.tif', type: tiff } };
    const links = [{ rel: 'self', href: 'https://items.test/a/item.json' }];
    const withSelf = sceneOfItem(item({}, assets, { links }), catalogueUrl);
    expect(withSelf?.scene.bands.red?.href).toBe('https://items.test/a/B04.tif');
    const without = sceneOfItem(item({}, assets), `${catalogueUrl}/`);
    expect(without?.scene.bands.red?.href).toBe('https://catalogue.test/v1/B04.tif');
  });

  test('what is not a GeoTIFF behind HTTP is not a band', () => {
    const assets = {
      blue: { href: 's3://bucket/B02.tif', type: tiff },
      green: { href: 'https://files.test/B03.jp2', type: 'image/jp2' },
      red: { href: 'https://files.test/B04.tif' },
      nir: { type: tiff },
    };
    const scene = sceneOfItem(item({}, assets), catalogueUrl)?.scene;
    expect(Object.keys(scene?.bands ?? {})).toEqual(['red']);
    expect(scene?.classification).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'item'],
    ['an item without assets', item({}, {})],
    ['an item without a date', item({ datetime: null }, { red: { href: 'a.tif', type: tiff } })],
    ['an item without an outline', item({}, { red: { href: 'a.tif' } }, { geometry: null })],
  ])('%s is no scene', (_what, json) => {
    expect(sceneOfItem(json, catalogueUrl)).toBeUndefined();
  });
});

test('STAC 1.1 items keep scale, offset and nodata in `bands`', () => {
  const band = { nodata: 0, 'raster:scale': 0.0002, 'raster:offset': -0.2 };
  const assets = { nir: { href: 'https://files.test/B08.tif', type: tiff, bands: [band] } };
  const scene = sceneOfItem(item({ 'proj:code': 'EPSG:32613' }, assets), catalogueUrl)?.scene;
  expect(scene?.bands.nir).toMatchObject({ scale: 0.0002, offset: -0.2, nodata: 0 });
  expect(scene?.epsg).toBe(32613);
});

const stacItems = join(process.env.REFUGIA_SHARED ?? '../shared', 'data/change/stac_items');
const hasStacItems = existsSync(stacItems);
if (!hasStacItems) console.warn(`No real STAC items at ${stacItems}: their tests are skipped.`);
const read = (name: string): unknown => JSON.parse(readFileSync(join(stacItems, name), 'utf8'));

// Expected values are read off the replies of the catalogues themselves.
describe.skipIf(!hasStacItems)('real items', () => {
  test('Earth Search v1', () => {
    const { features } = read('earth-search-v1_filter_response.json') as { features: unknown[] };
    const [l2a, l1c, c1] = features.map((feature) => sceneOfItem(feature, catalogueUrl));
    expect(Object.keys(l2a!.scene.bands)).toEqual([
      'blue',
      'green',
      'red',
      'nir',
      'swir1',
      'swir2',
    ]);
    expect(l2a!.scene).toMatchObject({
      id: 'S2B_24MVV_20250731_0_L2A',
      datetime: '2025-07-31T13:03:25.899Z',
      cloudCoverPercent: 34.760532,
      epsg: 32724,
      bands: { blue: { scale: 0.0001, offset: 0, nodata: 0 } },
    });
    expect(l2a!.scene.classification?.href).toMatch(/^https:\/\/sentinel-cogs\..*\/SCL\.tif$/);
    expect(l2a!.acquisition).toBe('24MVV 20250731T130245');
    expect(l1c).toBeUndefined();
    expect(c1!.scene.collection).toBe('sentinel-2-c1-l2a');
    expect(c1!.scene.bands.swir2?.offset).toBe(-0.1);
  });

  test('Planetary Computer', () => {
    const item = sceneOfItem(read('planetary-computer_sentinel-2-l2a_item.json'), catalogueUrl)!;
    expect(Object.keys(item.scene.bands)).toHaveLength(6);
    expect(item.scene.bands.nir?.href).toMatch(/_B08_10m\.tif$/);
    expect(item.scene.bands.nir).toMatchObject({ scale: 0.0001, offset: 0 });
    expect(item.scene.classification?.href).toMatch(/_SCL_20m\.tif$/);
    expect(item.acquisition).toBe('6VVN 20190629T212530');
  });

  test('stactools, whose files are JPEG 2000 only, is no scene', () => {
    const json = read('stactools_sentinel2_item_T34VEL_2024.json');
    expect(sceneOfItem(json, catalogueUrl)).toBeUndefined();
  });
});
