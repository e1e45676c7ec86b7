import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type StandIn, sendJson, startStandIn } from '../../../../testing/stand-in.ts';
import { layersIn, point, vectorTileOf } from '../../../../testing/vector-tiles.ts';
import { readConfig } from '../../../config.ts';
import { Basemap } from '../basemap.ts';
import { freshSeconds } from './freshness.ts';

let folder: string;
let service: StandIn;
let lines: string[];

/**
 * A vector tile with one named place, as a service of OpenMapTiles' schema sends it. One of all the world has
 * the sea, too.
 */
function vectorTile(name: string, hasSea = true): Uint8Array {
  const water = [point({ class: 'ocean' }, [0, 0])];
  return vectorTileOf({ place: [point({ name }, [0, 0])], ...(hasSea && { water }) });
}

const address = { z: 0, x: 0, y: 0 };
const headers = { 'content-type': 'application/x-protobuf', etag: '"one"' };

/** Answers the TileJSON document, and tiles as told. */
function answerTiles(tile: (reply: ServerResponse) => void): StandIn['answer'] {
  return (request, reply) => {
    if (request.url !== '/planet') return tile(reply);
    sendJson(reply, {
      tiles: [`${service.url}/tiles/{z}/{x}/{y}.pbf`],
      maxzoom: 14,
      attribution:
        'Data from <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a><script>',
      vector_layers: [{ id: 'water' }, { id: 'place' }],
    });
  };
}

/** Sends the half of an answer. */
function cutOff(reply: ServerResponse, bytes: Uint8Array): void {
  reply.writeHead(200, { ...headers, 'content-length': bytes.length });
  reply.write(bytes.subarray(0, bytes.length / 2), () => reply.destroy());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-service-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  service = await startStandIn(() => {});
  lines = [];
});
afterEach(async () => {
  await service.close();
  // Tiles of the embedded map stay, which takes seconds to make the first of.
  for (const stored of ['service', 'pictures']) {
    await rm(join(folder, 'basemap', stored), { recursive: true, force: true });
  }
});

async function withBasemap(
  use: (basemap: Basemap) => Promise<void>,
  settings: Record<string, string> = {},
  // On a busy machine a tile of loopback may take seconds.
  patienceMilliseconds = 60_000,
): Promise<void> {
  const { basemap: config } = readConfig({
    BASEMAP_PROVIDER: 'auto',
    BASEMAP_TILEJSON: `${service.url}/planet`,
    BASEMAP_SATELLITE: 'embedded',
    ...settings,
  });
  const log = { warn: (line: unknown) => void lines.push(String(line)) };
  const facts = { dataDirectory: folder, isDemonstration: false, patienceMilliseconds };
  const basemap = await Basemap.open({ ...facts, config, log });
  try {
    await use(basemap);
  } finally {
    await basemap.close();
  }
}

const tilesAsked = () =>
  service.requests.filter(({ pathname }) => pathname.startsWith('/tiles')).length;

/** The name of the service's place in a tile; undefined for one of the embedded map. */
async function nameIn(basemap: Basemap): Promise<unknown> {
  const tile = await basemap.sources('light').vector.tile(address);
  const layers = layersIn(tile!.bytes);
  const name = layers.place?.feature(0).properties.name;
  expect(tile!.freshUntil > Date.now() + 61_000).toBe(name === 'Here' || name === 'There');
  return ['Here', 'There'].includes(String(name)) ? name : undefined;
}

test('tiles of the service are shown, stored, and asked about by their entity tag', async () => {
  const asked: (string | undefined)[] = [];
  service.answer = answerTiles((reply) => {
    asked.push(reply.req.headers['if-none-match']);
    reply.writeHead(200, { ...headers, 'cache-control': 'max-age=100000' });
    reply.end(vectorTile('Here'));
  });
  await withBasemap(async (basemap) => {
    expect(await nameIn(basemap)).toBe('Here');
    expect(await nameIn(basemap)).toBe('Here');
    const { vector } = basemap.sources('light');
    // What the document says beside the credit is left out.
    expect(vector.attribution).not.toContain('script');
    expect(vector.attribution).not.toContain('Data from');
    expect(vector.attribution.match(/OpenStreetMap/g)).toHaveLength(1);
  });
  expect(asked).toEqual([undefined]);
  // A new process serves what is stored, also while the service is away.
  service.answer = (_request, reply) => reply.destroy();
  await withBasemap(async (basemap) => expect(await nameIn(basemap)).toBe('Here'));
});

test('a stale tile is asked about, and shown while the service fails', async () => {
  const asked: (string | undefined)[] = [];
  service.answer = answerTiles((reply) => {
    asked.push(reply.req.headers['if-none-match']);
    if (asked.length === 2) reply.writeHead(304).end();
    else if (asked.length === 3) reply.writeHead(500).end();
    else reply.writeHead(200, { ...headers, 'cache-control': 'max-age=0' }).end(vectorTile('Here'));
  });
  await withBasemap(async (basemap) => {
    const { vector } = basemap.sources('light');
    for (let time = 0; time < 3; time++) expect((await vector.tile(address))?.bytes).toBeDefined();
    expect(asked[1]).toBe('"one"');
  });
});

test.each<[string, (reply: ServerResponse) => void]>([
  ['HTML', (reply) => reply.writeHead(200).end('<!DOCTYPE html><title>Log in</title>')],
  ['an error', (reply) => reply.writeHead(503).end()],
  // The media type is right, and the bytes are those of a PNG.
  ['a picture', (reply) => reply.writeHead(200, headers).end('\x89PNG\r\n\x1a\n')],
  ['a tile that is cut off', (reply) => cutOff(reply, vectorTile('Here'))],
  ['a broken connection', (reply) => reply.destroy()],
  ['a bomb', (reply) => reply.writeHead(200).end(gzipSync(new Uint8Array(50_000_000)))],
  [
    'a redirect elsewhere',
    (reply) => reply.writeHead(302, { location: 'http://127.0.0.2:9/' }).end(),
  ],
])('the embedded map stands in for %s, and the service comes back', async (_what, answer) => {
  service.answer = answerTiles(answer);
  await withBasemap(async (basemap) => {
    expect(await nameIn(basemap)).toBeUndefined();
    service.answer = answerTiles((reply) => reply.writeHead(200, headers).end(vectorTile('There')));
    await expect.poll(() => nameIn(basemap), { timeout: 30_000 }).toBe('There');
  });
});

test('a late tile is stored for the next time', async () => {
  let send = () => {};
  service.answer = answerTiles((reply) => {
    send = () => reply.writeHead(200, headers).end(vectorTile('Here'));
  });
  await withBasemap(
    async (basemap) => {
      expect(await nameIn(basemap)).toBeUndefined();
      // On a busy machine, the document before it may be late, too.
      const next = async () => {
        send();
        return await nameIn(basemap);
      };
      await expect.poll(next, { timeout: 60_000 }).toBe('Here');
      expect(tilesAsked()).toBe(1);
    },
    {},
    300,
  );
});

test('a document that leads elsewhere, or of another schema, is not used, and why is said', async () => {
  const document = {
    tiles: ['http://127.0.0.2:9/{z}/{x}/{y}'],
    vector_layers: [{ id: 'water' }, { id: 'place' }],
  };
  for (const [changes, says] of [
    [{}, 'leads to another host'],
    [{ tiles: [`${service.url}/{z}/{x}/{y}`], vector_layers: [{ id: 'mine' }] }, 'neither'],
    [{ tiles: [] }, 'wrong at "tiles"'],
  ] as const) {
    service.answer = (_request, reply) => sendJson(reply, { ...document, ...changes });
    lines = [];
    await withBasemap(async (basemap) => expect(await nameIn(basemap)).toBeUndefined());
    expect(lines.join()).toContain(says);
  }
});

test("a provider's key stays on the server, out of styles and log", async () => {
  service.answer = (request, reply) => {
    if (request.url?.includes('key=hunter2')) reply.writeHead(500).end();
  };
  const settings = {
    BASEMAP_PROVIDER: 'custom',
    BASEMAP_KEY: 'hunter2',
    BASEMAP_URL: `${service.url}/{style}/{z}/{x}/{y}.png?key={key}`,
    BASEMAP_ATTRIBUTION: '© Example <Maps>',
  };
  await withBasemap(async (basemap) => {
    const { pictures, isWholeMap } = basemap.sources('dark');
    const tile = await pictures!.tile(address);
    expect(tile?.mediaType).toBe('image/webp');
    expect(JSON.stringify(pictures)).not.toContain('hunter2');
    expect(pictures).toMatchObject({ attribution: '© Example &#60;Maps&#62;' });
    expect(isWholeMap).toBe(true);
  }, settings);
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain('hunter2');
});

test('a service that fails several times is asked again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    service.answer = answerTiles((reply) => reply.writeHead(500).end());
    await withBasemap(async (basemap) => {
      for (let time = 0; time < 8; time++) expect(await nameIn(basemap)).toBeUndefined();
      expect(tilesAsked()).toBe(4);
      vi.setSystemTime(Date.now() + 16_000);
      for (let time = 0; time < 3; time++) expect(await nameIn(basemap)).toBeUndefined();
      expect(tilesAsked()).toBe(5);
    });
  } finally {
    vi.useRealTimers();
  }
});

test('a service that is asked too often is left alone for as long as it says', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    service.answer = answerTiles((reply) => reply.writeHead(429, { 'retry-after': '90' }).end());
    await withBasemap(async (basemap) => {
      expect(await nameIn(basemap)).toBeUndefined();
      service.answer = answerTiles((reply) =>
        reply.writeHead(200, headers).end(vectorTile('Here')),
      );
      vi.setSystemTime(Date.now() + 80_000);
      expect(await nameIn(basemap)).toBeUndefined();
      expect(tilesAsked()).toBe(1);
      vi.setSystemTime(Date.now() + 11_000);
      expect(await nameIn(basemap)).toBe('Here');
    });
    expect(lines.join()).toContain('is asked too often');
  } finally {
    vi.useRealTimers();
  }
});

test('tiles of a service that has a region only lie over the embedded map', async () => {
  service.answer = answerTiles((reply) =>
    reply.writeHead(200, headers).end(vectorTile('Here', false)),
  );
  await withBasemap(async (basemap) => {
    const tile = await basemap.sources('light').vector.tile(address);
    const layers = layersIn(tile!.bytes);
    const kept = ['land', 'water', 'boundary', 'place'];
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(kept));
    expect(layers.place.feature(0).properties.name).toBe('Here');
  });
});

test.each([
  // The examples follow RFC 9111, sections 4.2.1 and 5.2.2.
  [{ 'cache-control': 'public, max-age=60' }, 60],
  [{ 'cache-control': 'max-age=60, s-maxage=120', age: '20' }, 100],
  [{ 'cache-control': 'no-store' }, null],
  [{ 'cache-control': 'private, max-age=60' }, null],
  [{ 'cache-control': 'no-cache' }, 0],
  [{ expires: '0' }, 0],
  [{}, 86_400],
  [{ 'cache-control': 'max-age=999999999999' }, 2_592_000],
] as const)('%o is fresh for %s seconds', (given: Record<string, string>, seconds) => {
  expect(freshSeconds((name) => given[name])).toBe(seconds);
});

test('a file that was cut short by a power failure is no tile', async () => {
  const { TileStore } = await import('../tile-store.ts');
  const store = new TileStore(folder, 1e6);
  await store.write('a', { bytes: new Uint8Array(9), mediaType: 'x', freshUntil: 1 });
  expect(await store.read('a')).toEqual({
    bytes: Buffer.alloc(9),
    mediaType: 'x',
    freshUntil: 1,
  });
  await writeFile(join(folder, 'a'), '{"mediaType":"x","freshUntil":1,"length":9}\n123');
  expect(await store.read('a')).toBeNull();
});
