import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import Fastify, { type FastifyInstance } from 'fastify';
import { PbfReader } from 'pbf';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerBasemap } from './routes.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-basemap-'));
  app = Fastify();
  registerBasemap(app, folder);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** The tile of the usual scheme that holds a place (the OpenStreetMap wiki's slippy map formula). */
function tileAt(longitude: number, latitude: number, z: number): string {
  const radians = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z);
  return `${z}/${x}/${y}`;
}

async function vectorTile(address: string): Promise<VectorTile> {
  const reply = await app.inject(`/basemap/tiles/1/vector/${address}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-encoding']).toBe('gzip');
  return new VectorTile(new PbfReader(gunzipSync(reply.rawPayload)));
}

function names(tile: VectorTile, layer: string): unknown[] {
  const found = tile.layers[layer];
  if (found === undefined) return [];
  return Array.from({ length: found.length }, (_, index) => found.feature(index).properties.name);
}

describe('styles', () => {
  test.each(['satellite', 'outdoors', 'light', 'dark'])('%s is a valid style', async (name) => {
    const reply = await app.inject(`/basemap/styles/${name}.json`);
    const style = reply.json();
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.glyphs).toBeUndefined();
    const credits = JSON.stringify(style.sources);
    for (const credit of ['Natural Earth', 'U.S. Census Bureau', 'GeoNames']) {
      expect(credits).toContain(credit);
    }
    expect(credits.includes('NASA Blue Marble')).toBe(name === 'satellite');
  });

  test('a browser that has the style is told so', async () => {
    const first = await app.inject('/basemap/styles/light.json');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: '/basemap/styles/light.json', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('there are no other styles', async () => {
    expect((await app.inject('/basemap/styles/other.json')).statusCode).toBe(404);
  });
});

describe('vector tiles', () => {
  test('Omaha, its county and its state are where they are', async () => {
    // 41.2586° N, 95.9378° W: United States Geological Survey, Geographic Names (Omaha).
    const tile = await vectorTile(tileAt(-95.9378, 41.2586, 10));
    expect(names(tile, 'places')).toContain('Omaha');
    const county = await vectorTile(tileAt(-96.15, 41.3, 8));
    expect(names(county, 'county_labels')).toEqual(expect.arrayContaining(['Douglas', 'Sarpy']));
    expect(Object.keys(county.layers)).toEqual(
      expect.arrayContaining(['land', 'counties', 'states']),
    );
  });

  test('small towns wait for their zoom', async () => {
    const far = await vectorTile(tileAt(-95.9378, 41.2586, 4));
    const shown = names(far, 'places');
    expect(shown).toContain('Omaha');
    expect(shown).not.toContain('Papillion');
    expect(far.layers.counties).toBeUndefined();
  });

  test('the Great Lakes are lakes, the open sea is empty', async () => {
    expect((await vectorTile(tileAt(-87, 43.5, 6))).layers.lakes?.length).toBeGreaterThan(0);
    expect(Object.keys((await vectorTile(tileAt(-40, 30, 8))).layers)).toEqual([]);
  });

  test('no such tile: beyond the last zoom, outside the world, or no number', async () => {
    for (const address of ['11/0/0', '2/4/0', '2/0/4', '2/-1/0', '1e1/0/0', 'a/0/0', '2/0x1/0']) {
      const reply = await app.inject(`/basemap/tiles/1/vector/${address}`);
      expect([address, reply.statusCode, reply.json().code]).toEqual([
        address,
        404,
        'tile_not_found',
      ]);
    }
  });
});

describe('picture tiles', () => {
  const pixels = async (address: string) => {
    const reply = await app.inject(`/basemap/tiles/1/${address}`);
    expect(reply.headers['content-type']).toBe('image/webp');
    const image = sharp(reply.rawPayload);
    const { width, height } = await image.metadata();
    expect([width, height]).toEqual([512, 512]);
    return (await image.stats()).channels.map((channel) => channel.mean);
  };

  test('the picture lies where the world does: blue Pacific, sandy Sahara, white Greenland', async () => {
    const [seaRed, , seaBlue] = await pixels(`satellite/${tileAt(-150, -20, 4)}`);
    expect(seaBlue!).toBeGreaterThan(2 * seaRed!);
    const [sandRed, , sandBlue] = await pixels(`satellite/${tileAt(10, 24, 5)}`);
    expect(sandRed!).toBeGreaterThan(1.3 * sandBlue!);
    const ice = await pixels(`satellite/${tileAt(-40, 75, 5)}`);
    expect(Math.min(...ice)).toBeGreaterThan(180);
  });

  test('relief is clear over the sea and shows over the Rocky Mountains', async () => {
    const sea = await pixels(`relief/${tileAt(-125, -30, 5)}`);
    expect(sea.at(-1)).toBe(0);
    const mountains = await pixels(`relief/${tileAt(-106.5, 39.5, 5)}`);
    expect(mountains.at(-1)!).toBeGreaterThan(40);
  });
});

test('tiles are kept: on disk, and by browsers for good', async () => {
  const url = '/basemap/tiles/1/vector/3/1/3';
  const first = await app.inject(url);
  expect(first.headers['cache-control']).toContain('immutable');
  const kept = await readdir(join(folder, 'basemap', '1', 'vector', '3', '1'));
  expect(kept).toEqual(['3']);
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url, headers })).statusCode).toBe(304);
  expect((await app.inject(url)).rawPayload).toEqual(first.rawPayload);
});
