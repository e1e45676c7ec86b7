import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersIn, point, vectorTileOf } from '../../../../testing/vector-tiles.ts';
import { readConfig } from '../../../config.ts';
import { above } from '../above.ts';
import { Basemap } from '../basemap.ts';
import { ArchiveFiles } from './archive-source.ts';

const shared = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../../../../shared'),
  'data/basemap',
);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lines: string[] = [];
async function open(...files: string[]): Promise<Basemap> {
  const environment = { BASEMAP_PROVIDER: 'embedded', BASEMAP_FILE: files.join() };
  const { basemap: config } = readConfig(environment);
  lines.length = 0;
  const log = { warn: (line: unknown) => void lines.push(String(line)) };
  return await Basemap.open({ dataDirectory: folder, config, isDemonstration: false, log });
}

async function refusal(file: string): Promise<string> {
  const error = await open(file).then(
    async (basemap) => basemap.close(),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toContain(file);
  return message;
}

/** A vector tile of the whole world with one named park in OpenMapTiles' schema. */
function parkTile(): Uint8Array {
  const park = [point({ name: 'Yellowstone' }, [-110.5, 44.6])];
  return vectorTileOf({ park, water: park });
}

function mbtiles(
  name: string,
  tile: Uint8Array,
  metadata: Record<string, string> = {},
  { z, x, y } = { z: 0, x: 0, y: 0 },
): string {
  const file = join(folder, name);
  const database = new DatabaseSync(file);
  database.exec(
    'CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)',
  );
  const layers = { vector_layers: [{ id: 'park' }, { id: 'water' }] };
  for (const [key, value] of Object.entries({
    format: 'pbf',
    json: JSON.stringify(layers),
    ...metadata,
  })) {
    database.prepare('INSERT INTO metadata VALUES (?, ?)').run(key, value);
  }
  database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)').run(z, x, 2 ** z - 1 - y, tile);
  database.close();
  return file;
}

interface PmtilesParts {
  root?: Uint8Array;
  tile?: Uint8Array;
  version?: number;
  tileType?: number;
  leafLength?: number;
}

/** A PMTiles file of one tile, by the specification of version 3. Its directory may be another one. */
async function pmtiles(name: string, parts: PmtilesParts): Promise<string> {
  const { tile = gzipSync(parkTile()), version = 3, tileType = 1, leafLength = 0 } = parts;
  const size = [(tile.length & 0x7f) | 0x80, ((tile.length >> 7) & 0x7f) | 0x80, tile.length >> 14];
  const root = gzipSync(parts.root ?? Uint8Array.from([1, 0, 1, ...size, 1]));
  const metadata = gzipSync(
    JSON.stringify({ vector_layers: [{ id: 'park' }, { id: 'water' }], attribution: 'Mine' }),
  );
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = version;
  const offsets = [127, root.length, 127 + root.length, metadata.length];
  const data = 127 + root.length + metadata.length;
  [...offsets, 127, leafLength, data, tile.length, 1, 1, 1].forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  });
  header.set([1, 2, 2, tileType, 0, 0], 96);
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach((value, index) => {
    header.writeInt32LE(value, 102 + index * 4);
  });
  const file = join(folder, name);
  await writeFile(file, Buffer.concat([header, root, metadata, tile]));
  return file;
}

async function layersAt(basemap: Basemap, address: { z: number; x: number; y: number }) {
  const tile = await basemap.sources('light').vector.tile(address);
  return layersIn(tile!.bytes);
}

test.each(['mbtiles', 'pmtiles'])('a file of %s serves its tiles and names', async (kind) => {
  const file =
    kind === 'mbtiles' ? mbtiles('own.mbtiles', parkTile()) : await pmtiles('own.pmtiles', {});
  const basemap = await open(file);
  try {
    const { park } = await layersAt(basemap, { z: 0, x: 0, y: 0 });
    expect(park.feature(0).properties.name).toBe('Yellowstone');
    const { vector } = basemap.sources('dark');
    expect(vector.schemas).toContain('openmaptiles');
    expect(vector.attribution).toContain(kind === 'mbtiles' ? 'OpenStreetMap' : 'Mine');
    expect(vector.attribution).toMatch(/GeoNames<\/a> \(CC BY 4.0\)$/);
    const places = await basemap.places('yellowst', 20);
    const found = places.find(({ description }) => description === 'Park')!;
    expect(found).toMatchObject({ name: 'Yellowstone', description: 'Park', kind: 'other' });
    expect(found.longitude).toBeCloseTo(-110.5, 0);
    expect(found.latitude).toBeCloseTo(44.6, 0);
  } finally {
    await basemap.close();
  }
});

describe('a region lies over the tile below it', () => {
  /** West, south, east, north of a region around West Yellowstone. */
  const bounds = [-111.2, 44.6, -111, 44.7] as const;
  const layerNames = ['transportation', 'water', 'place'];
  const metadata = {
    bounds: bounds.join(),
    json: JSON.stringify({ vector_layers: layerNames.map((id) => ({ id })) }),
  };
  const points = (named: Record<string, [number, number]>): GeoJSON.Feature[] =>
    Object.entries(named).map(([name, coordinates]) => point({ name }, coordinates));
  const polygon = (properties: object, side: number): GeoJSON.Feature => {
    const [x, y] = [-111.1, 44.65];
    const geometry = rectanglePolygon([x - side, y - side, x + side, y + side]);
    return { type: 'Feature', properties, geometry };
  };

  async function layersOf(z: number, hasSea: boolean): Promise<Record<string, unknown[]>> {
    const address = tileAt(-111.1, 44.65, z);
    const region = {
      transportation: [polygon({ name: 'Own road' }, 0.04)],
      place: points({ 'Own town': [-111.1, 44.65] }),
      ...(hasSea && { water: [polygon({ name: 'Own sea', class: 'ocean' }, 0.05)] }),
    };
    const below = {
      land: [polygon({ name: 'Land' }, 2)],
      water: [polygon({ name: 'Sea', class: 'ocean' }, 3), polygon({ name: 'Lake' }, 0.1)],
      // Island Park, Idaho lies 30 km to the south-west (USGS Geographic Names).
      place: points({ 'West Yellowstone': [-111.1041, 44.6621], 'Island Park': [-111.37, 44.42] }),
    };
    const files = new ArchiveFiles(() => {});
    try {
      const name = `region-${z}-${hasSea}.mbtiles`;
      const own = mbtiles(name, vectorTileOf(region, address), metadata, address);
      const upper = await files.open(own, 'file/0');
      const bytes = gzipSync(vectorTileOf(below, address));
      const lower = { ...upper, tile: async () => ({ bytes, mediaType: '', freshUntil: 5 }) };
      const lay = files.lay.bind(files);
      const tile = await above('vector', { upper, lower, lay }).tile(address);
      expect(tile?.freshUntil).toBe(hasSea && z === 12 ? Number.POSITIVE_INFINITY : 5);
      const layers = layersIn(tile!.bytes);
      return Object.fromEntries(
        Object.entries(layers).map(([layer, { length }]) => [
          layer,
          Array.from({ length }, (_, index) => layers[layer].feature(index).properties.name),
        ]),
      );
    } finally {
      await files.close();
    }
  }

  test.each([true, false])(
    'in a small part of a tile, with the sea or not (%s)',
    async (hasSea) => {
      // The file's own sea would be hidden by the land that goes on around the region.
      expect(await layersOf(8, hasSea)).toEqual({
        land: ['Land'],
        water: ['Sea', 'Lake'],
        place: ['Island Park', 'Own town'],
        transportation: ['Own road'],
      });
    },
  );

  test('closer in, a file without the sea has the ground below it, and one with it is alone', async () => {
    expect(await layersOf(12, false)).toEqual({
      land: ['Land'],
      water: ['Sea'],
      place: ['Own town'],
      transportation: ['Own road'],
    });
    expect(await layersOf(12, true)).toEqual({
      water: ['Own sea'],
      place: ['Own town'],
      transportation: ['Own road'],
    });
  });
});

test('of several files each comes before those after it, tile by tile', async () => {
  const named = (name: string, address: { z: number; x: number; y: number }) => {
    const park = [point({ name }, [-110.5, 44.6])];
    return vectorTileOf({ park, water: park }, address);
  };
  const [far, near] = [tileAt(-110.5, 44.6, 11), tileAt(-110.5, 44.6, 12)];
  // Which file has which tile: the first one the far tile alone, the second one both.
  const first = mbtiles('first.mbtiles', named('First', far), {}, far);
  const second = mbtiles('second.mbtiles', named('Second', far), {}, far);
  const database = new DatabaseSync(second);
  const insert = database.prepare('INSERT INTO tiles VALUES (12, ?, ?, ?)');
  insert.run(near.x, 2 ** 12 - 1 - near.y, named('Second', near));
  database.close();
  for (const [files, expected] of [
    [
      [first, second],
      ['First', 'Second'],
    ],
    [
      [second, first],
      ['Second', 'Second'],
    ],
  ] as const) {
    const basemap = await open(...files);
    try {
      const found = [];
      for (const address of [far, near]) {
        const { park } = await layersAt(basemap, address);
        found.push(park.feature(park.length - 1).properties.name);
      }
      expect(found).toEqual(expected);
    } finally {
      await basemap.close();
    }
  }
});

describe('hostile files are refused at start', () => {
  test('neither of both, empty, missing, or of another kind', async () => {
    const text = join(folder, 'text.pmtiles');
    await writeFile(text, 'Tiles? No.');
    expect(await refusal(text)).toContain('neither an MBTiles nor a PMTiles');
    const empty = join(folder, 'empty.mbtiles');
    await writeFile(empty, '');
    expect(await refusal(empty)).toContain('neither');
    expect(await refusal(join(folder, 'missing.mbtiles'))).toContain('check the path');
    expect(await refusal(await pmtiles('four.pmtiles', { version: 4 }))).toContain('version 4');
    expect(await refusal(await pmtiles('avif.pmtiles', { tileType: 5 }))).toContain('Avif');
    const broken = join(folder, 'broken.mbtiles');
    await writeFile(broken, `SQLite format 3\0${'x'.repeat(2_000)}`);
    expect(await refusal(broken)).toContain('no usable MBTiles');
    const other = { json: '{"vector_layers":[{"id":"mine"}]}' };
    expect(await refusal(mbtiles('schema.mbtiles', parkTile(), other))).toContain('schema');
    const bounds = mbtiles('bounds.mbtiles', parkTile(), { bounds: '10,0,-10,1' });
    expect(await refusal(bounds)).toContain('impossible bounds');
  });

  test('lying offsets, bombs, a directory that leads to itself, endless directories', async () => {
    expect(await refusal(await pmtiles('short.pmtiles', { leafLength: 1e9 }))).toContain('shorter');
    // One tile of 2,097,151 bytes, which are not in the file.
    const beyond = Uint8Array.from([1, 0, 1, 0xff, 0xff, 0x7f, 1]);
    expect(await refusal(await pmtiles('beyond.pmtiles', { root: beyond }))).toContain('not in it');
    const bomb = gzipSync(new Uint8Array(100_000_000));
    expect(await refusal(await pmtiles('bomb.pmtiles', { tile: bomb }))).toContain('damaged');
    expect(
      await refusal(await pmtiles('dense.pmtiles', { root: new Uint8Array(50_000_000) })),
    ).toContain('no usable PMTiles');
    // Leaf directories begin where the root directory does: an entry of run length 0 leads back to it.
    const length = gzipSync(Uint8Array.from([1, 0, 0, 27, 1])).length;
    const itself = Uint8Array.from([1, 0, 0, length, 1]);
    expect(
      await refusal(await pmtiles('itself.pmtiles', { root: itself, leafLength: length })),
    ).toContain('depth');
    const many = Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0x0f]);
    expect(await refusal(await pmtiles('many.pmtiles', { root: many }))).toContain('no usable');
    expect(await refusal(mbtiles('bomb.mbtiles', bomb))).toContain('damaged');
    const endless = mbtiles('endless.mbtiles', parkTile());
    const database = new DatabaseSync(endless);
    database.exec(`DROP TABLE tiles; CREATE VIEW tiles AS WITH RECURSIVE n(i) AS
      (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i AS zoom_level, 0 AS tile_column FROM n`);
    database.close();
    expect(await refusal(endless)).toContain('by a query of its own');
  });
});

test('one bad tile is left out with a line in the log, and the embedded map stands there', async () => {
  const file = mbtiles('one.mbtiles', parkTile());
  const database = new DatabaseSync(file);
  database.prepare("INSERT INTO tiles VALUES (1, 0, 0, '<html>')").run();
  database.close();
  const basemap = await open(file);
  try {
    expect(Object.keys(await layersAt(basemap, { z: 1, x: 0, y: 1 })).length).toBeGreaterThan(0);
    expect(lines.join()).toContain('one.mbtiles is left out');
  } finally {
    await basemap.close();
  }
});

describe.skipIf(!existsSync(shared))('real files (needs the shared data)', () => {
  test('Monaco in OpenMapTiles’ schema, inside of its bounds only', async () => {
    const basemap = await open(join(shared, 'monaco.mbtiles'));
    try {
      // Monaco-Ville: 43.7314° N, 7.4197° E (GeoNames).
      const inside = await layersAt(basemap, tileAt(7.4197, 43.7314, 14));
      expect(Object.keys(inside)).toContain('transportation');
      const outside = await layersAt(basemap, tileAt(-105, 40, 10));
      expect(Object.keys(outside)).not.toContain('transportation_name');
      const found = await basemap.places('monte', 20);
      expect(found.map(({ name }) => name).join()).toContain('Monte');
    } finally {
      await basemap.close();
    }
  });

  test('pictures are the satellite base map', async () => {
    const basemap = await open(join(shared, 'usgs-mt-whitney-8-15-webp-512.pmtiles'));
    try {
      const { pictures } = basemap.sources('satellite');
      // Mount Whitney: 36.5785° N, 118.2923° W (USGS).
      const tile = await pictures!.tile(tileAt(-118.2923, 36.5785, 12));
      expect(tile).toMatchObject({ mediaType: 'image/webp', freshUntil: Number.POSITIVE_INFINITY });
      expect(basemap.sources('light').pictures).toBeNull();
    } finally {
      await basemap.close();
    }
  });

  test.each([
    ['nasty/empty.pmtiles', 'neither'],
    ['nasty/invalid.pmtiles', 'BASEMAP_FILE'],
    ['nasty/invalid_v4.pmtiles', 'version 4'],
    ['test_fixture_1.pmtiles', 'schema'],
    ['box1degree.pmtiles', 'schema'],
  ])('%s is refused', async (name, says) => {
    const file = join(shared, name);
    expect((await readFile(file)).length).toBeGreaterThanOrEqual(0);
    expect(await refusal(file)).toContain(says);
  });
});
