import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { Place } from '@refugia/contract/basemap.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { latestMosaicYear } from '@refugia/simulation/index.ts';
import Fastify from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { MultiPolygon, Polygon } from 'geojson';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersIn } from '../../../testing/vector-tiles.ts';
import type { BasemapConfig } from '../../platform/config.ts';
import type { App } from '../../platform/http/api.ts';
import { Basemap } from './basemap.ts';
import { registerBasemap } from './routes.ts';
import { tileVersion } from './sources.ts';

let folder: string;
let app: App;
const options = { isDemonstration: false, log: { warn: () => {} } };

const embedded: BasemapConfig = {
  provider: 'embedded',
  files: [],
  tileJson: 'https://tiles.openfreemap.org/planet',
  cacheBytes: 1e9,
  key: undefined,
  url: undefined,
  attribution: undefined,
  satellite: 'embedded',
};

async function appWith(config: BasemapConfig): Promise<App> {
  const made: App = Fastify().withTypeProvider<ZodTypeProvider>();
  made.setValidatorCompiler(validatorCompiler);
  made.setSerializerCompiler(serializerCompiler);
  await registerBasemap(made, { ...options, dataDirectory: folder, config });
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-basemap-'));
  app = await appWith(embedded);
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

async function vectorTile(address: string): Promise<Layers> {
  const reply = await app.inject(`/basemap/tiles/${tileVersion}/vector/${address}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-encoding']).toBe('gzip');
  return layersIn(reply.rawPayload);
}

type Layers = VectorTile['layers'];

function featuresOf(layers: Layers, name: string) {
  const found = layers[name];
  return Array.from({ length: found?.length ?? 0 }, (_, index) => found.feature(index));
}

const names = (layers: Layers, layer: string): unknown[] =>
  featuresOf(layers, layer).map(({ properties }) => properties.name);

/** The levels of the boundaries in a tile: 2 of countries, 4 of states, 6 of counties. */
const levels = (layers: Layers): Set<unknown> =>
  new Set(featuresOf(layers, 'boundary').map(({ properties }) => properties.admin_level));

/** The topmost of sea, land and lakes that covers a place by the even-odd rule over each feature's rings. */
function groundAt(layers: Layers, [longitude, latitude]: readonly [number, number], z: number) {
  const radians = (latitude * Math.PI) / 180;
  const x = ((((longitude + 180) / 360) * 2 ** z) % 1) * 4096;
  const y = (((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z) % 1) * 4096;
  const covers = (layer: string, wanted?: string) => {
    return featuresOf(layers, layer).some((each) => {
      let isInside = false;
      for (const ring of each.loadGeometry()) {
        for (let at = 1; at < ring.length; at++) {
          const [a, b] = [ring[at - 1]!, ring[at]!];
          const crosses = a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
          if (crosses) isInside = !isInside;
        }
      }
      return isInside && (wanted === undefined || each.properties.class === wanted);
    });
  };
  if (covers('water', 'lake')) return 'lake';
  if (covers('land')) return 'land';
  return covers('water', 'ocean') ? 'sea' : 'nothing';
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
    expect(credits.includes('Scenes of the Refugia demonstration')).toBe(name === 'satellite');
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
    expect(names(tile, 'place')).toContain('Omaha');
    const county = await vectorTile(tileAt(-96.15, 41.3, 8));
    expect(names(county, 'place')).toEqual(expect.arrayContaining(['Douglas', 'Sarpy']));
    expect(levels(county)).toEqual(new Set([4, 6]));
  });

  test('small towns and county lines wait for their zoom', async () => {
    const far = await vectorTile(tileAt(-95.9378, 41.2586, 4));
    expect(names(far, 'place')).toContain('Omaha');
    expect(names(far, 'place')).not.toContain('Papillion');
    expect(levels(far)).toEqual(new Set([2, 4]));
  });

  // Positions: in the Great Basin and on the Canadian Shield, far from any town; the county lines of the U.S. Census
  // Bureau.
  test.each([
    ['Nye, Nevada', [-116.1, 37.7]],
    ['Quebec', [-75, 59.5]],
    ['Yellowstone National Park', [-110, 44.9]],
  ] as const)(
    'a view without a town knows that it lies in %s',
    async (name, [longitude, latitude]) => {
      expect(names(await vectorTile(tileAt(longitude, latitude, 10)), 'place')).toContain(name);
    },
  );

  // Positions: USGS Geographic Names; Eppley Airfield is the airport of Omaha (FAA: OMA).
  test.each([
    ['park', 'Yellowstone National Park', [-110.5, 44.6], 7],
    ['water_name', 'Lake Tahoe', [-120.04, 39.09], 8],
    ['waterway', 'Platte River', [-96.1, 41.05], 8],
    // The data have lost its accent (47.68° N, 68.84° W: Commission de toponymie du Québec).
    ['water_name', 'Lac Témiscouata', [-68.84, 47.68], 8],
    // A village of a thousand people, but the largest far and wide.
    ['place', 'West Yellowstone', [-111.1, 44.66], 7],
    // Alberta lies between 110° and 120° W, 49° and 60° N (Alberta Act, 1905).
    ['place', 'Alberta', [-114.5, 55.1], 4],
    ['aerodrome_label', 'Eppley Airfield', [-95.894, 41.303], 10],
  ] as const)('%s has %s', async (layer, name, [longitude, latitude], z) => {
    expect(names(await vectorTile(tileAt(longitude, latitude, z)), layer)).toContain(name);
  });

  test.each([
    ['the Atlantic', [-40, 30], 6, 'sea'],
    ['Lake Michigan', [-87, 43.5], 8, 'lake'],
    ['the Caspian Sea', [51, 42], 6, 'sea'],
    ['Nebraska’s sandhills', [-101.2, 42.3], 6, 'land'],
    ['the Sahara', [10, 24], 0, 'land'],
  ] as const)('%s is what it is', async (_where, place, z, ground) => {
    expect(groundAt(await vectorTile(tileAt(place[0], place[1], z)), place, z)).toBe(ground);
  });

  test('no such tile: beyond the last zoom, outside the world, or no number', async () => {
    for (const address of ['13/0/0', '2/4/0', '2/0/4', '2/-1/0', '1e1/0/0', 'a/0/0', '2/0x1/0']) {
      const reply = await app.inject(`/basemap/tiles/${tileVersion}/vector/${address}`);
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
    const reply = await app.inject(`/basemap/tiles/${tileVersion}/${address}`);
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
  const url = `/basemap/tiles/${tileVersion}/vector/3/1/3`;
  const first = await app.inject(url);
  expect(first.headers['cache-control']).toContain('immutable');
  const kept = await readdir(join(folder, 'basemap', tileVersion, 'vector', '3', '1'));
  expect(kept).toEqual(['3']);
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url, headers })).statusCode).toBe(304);
  expect((await app.inject(url)).rawPayload).toEqual(first.rawPayload);
});

describe('simulated scenes', () => {
  const year = latestMosaicYear(new Date());
  const scene = (address: string, ofYear = year) =>
    app.inject(`/basemap/tiles/${tileVersion}/scenes/${ofYear}/${address}`);
  const means = async (address: string) => {
    const reply = await scene(address);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
    return (await sharp(reply.rawPayload).stats()).channels.map(({ mean }) => mean);
  };

  test('the Appalachian forest is green and whole, the ocean and Canada are left out', async () => {
    const [red, green, blue, alpha = 255] = await means(tileAt(-79.9, 38.4, 10));
    expect(green!).toBeGreaterThan(1.2 * Math.max(red!, blue!));
    expect(alpha).toBe(255);
    expect((await means(tileAt(-70, 35, 8))).at(-1)).toBe(0);
    expect((await means(tileAt(-79.4, 44.5, 10))).at(-1)).toBe(0);
  });

  test('a tile on the shore is cut along it', async () => {
    // The Battery, Manhattan, between two rivers.
    const alpha = (await means(tileAt(-74.014, 40.703, 11))).at(-1)!;
    expect(alpha).toBeGreaterThan(10);
    expect(alpha).toBeLessThan(245);
  });

  test('no such tile: too far, too near, another summer', async () => {
    for (const [address, ofYear] of [
      ['5/8/12', year],
      ['14/4000/6000', year],
      ['8/60/96', year - 3],
    ] as const) {
      expect((await scene(address, ofYear)).statusCode).toBe(404);
    }
  });
});

describe('search for places', () => {
  const search = async (query: string): Promise<Place[]> =>
    (await app.inject(`/api/basemap/places?${new URLSearchParams({ q: query })}`)).json();
  const named = (places: Place[]) => places.map(({ name, region }) => `${name}, ${region}`);

  test('the most populous comes first, whatever case and accents', async () => {
    // Springfield, Missouri is the largest of that name (2010 and 2020 census).
    expect(named(await search('sPRINGfield'))[0]).toBe('Springfield, Missouri');
    expect(named(await search('canon ci'))).toContain('Cañon City, Colorado');
    expect(named(await search('Saint Louis'))[0]).toBe(named(await search('st. louis'))[0]);
  });

  test('a state or its code may follow', async () => {
    expect(named(await search('springfield, il'))[0]).toBe('Springfield, Illinois');
    expect(named(await search('Portland, Maine'))[0]).toBe('Portland, Maine');
  });

  test('states and counties are found, and lie where they are', async () => {
    const [nebraska] = await search('Nebr');
    expect(nebraska).toMatchObject({ kind: 'state', name: 'Nebraska', region: null });
    // Nebraska spans 95.3° to 104.1° W and 40° to 43° N.
    expect(nebraska!.longitude).toBeGreaterThan(-104.1);
    expect(nebraska!.longitude).toBeLessThan(-95.3);
    // Codes of the Census Bureau (ANSI INCITS 31); a parish and a city are not called counties.
    const counties = [
      ['Douglas, NE', 'Douglas County', 'Nebraska', '31055'],
      ['douglas county, oregon', 'Douglas County', 'Oregon', '41019'],
      ['Orleans Parish', 'Orleans Parish', 'Louisiana', '22071'],
      ['Alexandria, VA', 'Alexandria', 'Virginia', '51510'],
    ];
    for (const [query = '', name, region, fips] of counties) {
      const county = (await search(query)).find((each) => each.fips === fips);
      expect(county, query).toMatchObject({ kind: 'county', name, region });
      const [west, south, east, north] = county!.bounds!;
      expect(county!.longitude).toBeGreaterThan(west);
      expect(county!.longitude).toBeLessThan(east);
      expect(county!.latitude).toBeGreaterThan(south);
      expect(county!.latitude).toBeLessThan(north);
    }
  });

  // Positions and states: USGS Geographic Names; the airport's code: FAA.
  test.each([
    ['yellowstone', 'park', 'Yellowstone National Park', 'Wyoming', [-110.5, 44.6]],
    ['tahoe', 'lake', 'Lake Tahoe', 'California', [-120.04, 39.09]],
    ['platte', 'river', 'Platte River', 'Nebraska', [-98, 41]],
    ['missouri', 'river', 'Missouri River', 'Iowa', [-104, 47]],
    ['hawaii volc', 'park', "Hawai'i Volcanoes National Park", 'Hawaii', [-155.2, 19.35]],
    ["hawai'i volc", 'park', "Hawai'i Volcanoes National Park", 'Hawaii', [-155.2, 19.35]],
    ['DEN', 'airport', 'Denver International Airport', 'Colorado', [-104.67, 39.86]],
  ] as const)('%s finds the %s', async (...[query, kind, name, region, [longitude, latitude]]) => {
    const place = (await search(query)).find((each) => each.kind === kind && each.name === name);
    expect(place).toMatchObject({ region });
    const [west, south, east, north] = place!.bounds ?? [
      place!.longitude,
      place!.latitude,
      place!.longitude,
      place!.latitude,
    ];
    expect(longitude).toBeGreaterThan(west - 0.1);
    expect(longitude).toBeLessThan(east + 0.1);
    expect(latitude).toBeGreaterThan(south - 0.1);
    expect(latitude).toBeLessThan(north + 0.1);
  });

  test('a river that reservoirs cut is found once', async () => {
    const found = await search('missouri river');
    expect(found.filter(({ name }) => name === 'Missouri River')).toHaveLength(1);
  });

  test('states, counties and parks have borders around what was found', async () => {
    // Square kilometres: of Colorado and Natrona County with waters (U.S. Census Bureau, 2010: 104,094 and
    // 5,376 square miles), and of Yellowstone National Park (National Park Service: 2,219,791 acres).
    for (const [query, kind, squareKilometers] of [
      ['Colorado', 'state', 269_601],
      ['Natrona', 'county', 13_924],
      ['Yellowstone', 'park', 8_983],
    ] as const) {
      const place = (await search(query)).find((each) => each.kind === kind);
      const reply = await app.inject(`/api/basemap/borders/${place?.border}`);
      expect(reply.statusCode, query).toBe(200);
      const border = reply.json() as Polygon | MultiPolygon;
      expect(areaSquareMeters(border) / 1e6 / squareKilometers).toBeCloseTo(1, 1);
      const [west, south, east, north] = areaBounds(border);
      expect(place!.longitude).toBeGreaterThan(west);
      expect(place!.longitude).toBeLessThan(east);
      expect(place!.latitude).toBeGreaterThan(south);
      expect(place!.latitude).toBeLessThan(north);
    }
    for (const border of ['park-NONE', 'state-99', 'county-00000']) {
      expect((await app.inject(`/api/basemap/borders/${border}`)).statusCode).toBe(404);
    }
    for (const border of ['park', 'lake-1', 'park-12', 'state--1', '..%2fstate-1']) {
      expect((await app.inject(`/api/basemap/borders/${border}`)).statusCode).toBe(400);
    }
  });

  test('nothing is found for what is no name, and nothing asked is refused', async () => {
    expect(await search('zzzz')).toEqual([]);
    expect(await search('%')).toEqual([]);
    expect((await app.inject('/api/basemap/places?q=')).statusCode).toBe(400);
    expect((await app.inject('/api/basemap/places?q=a&limit=1000')).statusCode).toBe(400);
  });
});

test('the view that the apps open with is made ahead, and kept', async () => {
  const basemap = await Basemap.open({ ...options, dataDirectory: folder, config: embedded });
  await basemap.prepareOpeningView();
  await basemap.close();
  // The specification's default centre: 41.256, -95.9345 at zoom 5.
  const center = tileAt(-95.9345, 41.256, 5);
  const kept = await readdir(join(folder, 'basemap'), { recursive: true });
  for (const kind of ['satellite', 'vector']) {
    expect(kept.filter((path) => path.includes(`${kind}/${center}`))).toHaveLength(1);
  }
});
