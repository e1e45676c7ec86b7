import type { ServerResponse } from 'node:http';
import type { Species } from '@refugia/contract/species.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, sendJson, startStandIn } from '../../../testing/stand-in.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { saveImportedHabitat } from './imported-habitat.ts';
import { SpeciesService } from './species.ts';

let ecos: StandIn;
let fws: StandIn;
let database: Database;
let species: SpeciesService;

const noAnswer = (_request: unknown, reply: ServerResponse) => reply.writeHead(503).end();

function createService(designation: 'final' | 'proposed' = 'final'): SpeciesService {
  const settings = {
    services: 'on',
    ecosUrl: `${ecos.url}/ecp`,
    gbifUrl: 'http://127.0.0.1:1',
    imageHosts: [],
    criticalHabitatUrl: `${fws.url}/arcgis/rest/services/USFWS_Critical_Habitat/FeatureServer/0`,
    criticalHabitatDesignation: designation,
  } as const;
  return new SpeciesService(database.orm, settings, createLog('silent'));
}

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('DELETE FROM outbound_reply; DELETE FROM imported_habitat');
  ecos = await startStandIn(noAnswer);
  fws = await startStandIn(noAnswer);
  species = createService();
});
afterEach(async () => {
  await ecos.close();
  await fws.close();
});
afterAll(() => database.close());

const habitat = (name: string) => species.habitatOf(species.list.byName(name)[0]);

async function shapes(name: string) {
  const answer = await habitat(name);
  if (answer.kind !== 'found') throw new Error(answer.reason);
  return answer.shapes;
}

const topekaShiner = 4122;
const record = () => species.recordOf(species.list.byId(topekaShiner)!);
const picture = () => species.pictureOf(species.list.byId(topekaShiner)!);

const square = (west: number, south: number) =>
  rectanglePolygon([west, south, west + 0.1, south + 0.1]);

function unit(unitname: unknown, geometry: unknown, comname: unknown = 'Canada Lynx') {
  return {
    type: 'Feature',
    id: 7,
    geometry,
    properties: { comname, sciname: 'Lynx canadensis', unitname },
  };
}

describe('critical habitat', () => {
  const polygon = square(-93.123456789, 47);
  const multi = {
    type: 'MultiPolygon',
    coordinates: [square(-69, 46).coordinates, square(-68, 46).coordinates],
  };

  test('is asked for as the service expects, by the name of our own list', async () => {
    fws.answer = (_request, reply) =>
      sendJson(reply, { type: 'FeatureCollection', features: [unit('Unit 1: Maine', polygon)] });
    expect(await shapes('Canada Lynx')).toEqual([
      {
        type: 'Polygon',
        coordinates: [
          [
            [-93.12346, 47],
            [-93.02346, 47],
            [-93.02346, 47.1],
            [-93.12346, 47.1],
            [-93.12346, 47],
          ],
        ],
        unit_name: 'Unit 1: Maine',
        source: 'U.S. Fish and Wildlife Service, critical habitat',
        approximate: false,
        tolerance_meters: 10,
      },
    ]);
    const [asked] = fws.requests;
    expect(asked?.pathname).toBe(
      '/arcgis/rest/services/USFWS_Critical_Habitat/FeatureServer/0/query',
    );
    expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
      where: "sciname='Lynx canadensis'",
      outFields: 'comname,sciname,unitname',
      outSR: '4326',
      f: 'geojson',
      resultOffset: '0',
    });
  });

  test('has parts on several pages, plain and linked cells, and what is no polygon is left out', async () => {
    const pages = [
      { features: [unit('Unit 1', multi)], exceededTransferLimit: true },
      {
        features: [
          unit({ value: 'Unit 2', url: 'https://www.fws.gov/2' }, polygon),
          unit('a river', { type: 'LineString', coordinates: square(-69, 46).coordinates[0] }),
          unit('nothing', null),
          unit('off the Earth', square(500, 46)),
          unit('Please check current species specific shapefile', polygon),
        ],
        properties: { exceededTransferLimit: true },
      },
      { features: [unit(null, polygon)] },
    ];
    fws.answer = (request, reply) => {
      const offset = new URL(request.url!, fws.url).searchParams.get('resultOffset');
      sendJson(reply, { type: 'FeatureCollection', ...pages[['0', '1', '6'].indexOf(offset!)] });
    };
    const found = await shapes('Canada Lynx');
    expect(found.map((each) => each.unit_name)).toEqual(['Unit 1', 'Unit 2', null]);
    expect(found[0]?.type).toBe('MultiPolygon');
    expect(fws.requests).toHaveLength(3);
  });

  test('is asked for once, and known after a restart', async () => {
    fws.answer = (_request, reply) => sendJson(reply, { features: [unit('Unit 1', polygon)] });
    const first = await shapes('Canada Lynx');
    fws.answer = noAnswer;
    expect(await shapes('Canada Lynx')).toEqual(first);
    species = createService();
    expect(await shapes('Canada Lynx')).toEqual(first);
    expect(fws.requests).toHaveLength(1);
  });

  test('of a huge reply is simplified to what a run takes', async () => {
    const coast = Array.from({ length: 60_000 }, (_, index) => {
      const angle = (index / 60_000) * 2 * Math.PI;
      const radius = 1 + 0.0005 * Math.sin(index);
      return [-90 + radius * Math.cos(angle), 40 + radius * Math.sin(angle)];
    });
    const outline = [...coast, coast[0]];
    fws.answer = (_request, reply) =>
      sendJson(reply, { features: [unit('Large', { type: 'Polygon', coordinates: [outline] })] });
    const [shape] = await shapes('Canada Lynx');
    expect(shape?.coordinates[0]?.length).toBeLessThanOrEqual(20_000);
    expect(shape?.tolerance_meters).toBeGreaterThan(10);
  });

  test.each([
    ['an empty answer', (r: ServerResponse) => sendJson(r, { features: [] }), 'none'],
    ['silence', (r: ServerResponse) => r.destroy(), 'failed'],
    ['an outage', (r: ServerResponse) => r.writeHead(500).end(), 'failed'],
    ['no JSON', (r: ServerResponse) => r.end('<html>'), 'failed'],
    ['JSON of another kind', (r: ServerResponse) => sendJson(r, [1, 2]), 'failed'],
    [
      'a refusal with status 200',
      (r: ServerResponse) =>
        sendJson(r, { error: { code: 400, message: 'Invalid query parameters', details: [''] } }),
      'failed',
    ],
    [
      'a redirect elsewhere',
      (r: ServerResponse) => r.writeHead(302, { location: `${ecos.url}/query` }).end(),
      'failed',
    ],
  ])('%s is told from an area', async (_what, send, kind) => {
    fws.answer = (_request, reply) => void send(reply);
    expect(await habitat('Canada Lynx')).toEqual({ kind, reason: expect.stringMatching(/\.$/) });
    expect(ecos.requests).toEqual([]);
  });

  test('pages without an end are given up', async () => {
    fws.answer = (_request, reply) =>
      sendJson(reply, { features: [unit('Again', polygon)], exceededTransferLimit: true });
    expect((await habitat('Canada Lynx')).kind).toBe('failed');
    expect(fws.requests.length).toBeLessThan(50);
  });

  test('a failure is remembered: the next person does not wait for it again', async () => {
    await habitat('Canada Lynx');
    expect((await habitat('Canada Lynx')).kind).toBe('failed');
    expect(fws.requests).toHaveLength(1);
  });

  test('species whose habitat is only proposed are searched where the layer has proposed areas', async () => {
    const searchable = async (service: SpeciesService) =>
      (JSON.parse((await service.describeAll()).json) as Species[]).filter(({ searches }) =>
        searches.includes('critical_habitat'),
      );
    const proposed = createService('proposed');
    expect(new Set((await searchable(species)).map((each) => each.critical_habitat))).toEqual(
      new Set(['Final']),
    );
    expect(new Set((await searchable(proposed)).map((each) => each.critical_habitat))).toEqual(
      new Set(['Proposed']),
    );
  });

  test('that was imported serves when the service does not, and opens the search', async () => {
    const shape = {
      type: 'Polygon' as const,
      coordinates: square(-76, 35).coordinates as [number, number][][],
      unit_name: 'Refuge',
      source: 'Our own survey',
      approximate: true,
      tolerance_meters: 0,
    };
    // By the list, the red wolf has no critical habitat.
    await saveImportedHabitat(database.orm, new Map([[37, [shape]]]));
    expect(await shapes('Red wolf')).toEqual([shape]);
    const list: Species[] = JSON.parse((await species.describeAll()).json);
    expect(list.find((each) => each.speciesID === 37)?.searches).toEqual([
      'species_range',
      'critical_habitat',
    ]);
  });
});

describe('the record', () => {
  const columns = ['cn', 'sn', 'status', 'desc', 'listing_date', 'id', 'sid', 'x', 'y', 'image'];
  const plain = (image: unknown) => [
    'Topeka shiner',
    'Notropis topeka (=tristis)',
    'Endangered',
    'Wherever found, except where listed as an experimental population',
    '12-15-1998',
    1053,
    4122,
    null,
    null,
    image,
  ];
  const linked = (image: unknown) =>
    plain(image).map((value, index) =>
      index === 1 ? { value, url: 'https://ecos.fws.gov/ecp/species/4122' } : value,
    );

  test.each([
    ['plain', plain, (url: string) => url],
    ['linked', linked, (url: string) => ({ value: url, url })],
    ['linked by a word', linked, (url: string) => ({ value: 'picture', url })],
    ['short', plain, (url: string) => new URL(url).pathname],
  ])(
    'is passed on as rows, with our own address of the picture: %s cells',
    async (_kind, row, cell) => {
      const image = `${ecos.url}/docs/species_images/doc4660.jpg`;
      ecos.answer = (_request, reply) =>
        sendJson(reply, { meta: { columns }, data: [row(cell(image)), row(cell(`${image}?2`))] });
      expect(await record()).toMatchObject({
        meta: { source: 'ecos' },
        data: [
          [
            'Topeka shiner',
            'Notropis topeka (=tristis)',
            'Endangered',
            'Wherever found, except where listed as an experimental population',
            '12-15-1998',
            1053,
            4122,
            null,
            null,
            '/api/species/4122/picture',
          ],
        ],
      });
      const [asked] = ecos.requests;
      expect(asked?.pathname).toBe('/ecp/pullreports/catalog/species/report/species/export');
      expect(Object.fromEntries(asked!.searchParams)).toEqual({
        format: 'json',
        columns:
          '/species@cn,sn,status,desc,listing_date,id,sid,range_envelope,range_shapefile;/species/speciesImage@image_url',
        filter: '/species@sid = 4122',
      });
    },
  );

  test.each([
    ['an outage', (r: ServerResponse) => r.writeHead(500).end()],
    ['silence', (r: ServerResponse) => r.destroy()],
    ['no rows', (r: ServerResponse) => sendJson(r, { meta: {}, data: [] })],
    ['rows without cells', (r: ServerResponse) => sendJson(r, { meta: {}, data: [[]] })],
    ['something else', (r: ServerResponse) => sendJson(r, { data: 'none' })],
    ['no JSON', (r: ServerResponse) => r.end('Service Unavailable')],
  ])('%s: the facts of our own table, without a picture', async (_what, send) => {
    ecos.answer = (_request, reply) => void send(reply);
    expect(await record()).toMatchObject({
      meta: { source: 'embedded', as_of: '2019-12-16' },
      data: [
        [
          'Topeka shiner',
          'Notropis topeka (=tristis)',
          'Endangered',
          null,
          null,
          null,
          4122,
          null,
          null,
          null,
        ],
      ],
    });
    expect(await picture()).toBeNull();
  });
});

describe('the picture', () => {
  async function serve(image: { type: string; bytes: Uint8Array }, address = `${ecos.url}/a.jpg`) {
    ecos.answer = (request, reply) => {
      if (!request.url?.startsWith('/ecp/')) {
        return reply.writeHead(200, { 'content-type': image.type }).end(image.bytes);
      }
      const row = ['Topeka shiner', 'Notropis', 'Endangered', '', '', 1, 4122, null, null, address];
      return sendJson(reply, { meta: {}, data: [row] });
    };
  }
  const paint = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#357' } }).withExif({
      IFD0: { Artist: 'somebody' },
    });

  test('is made anew, small and without metadata, and asked for once', async () => {
    await serve({ type: 'image/jpeg', bytes: await paint(2_000, 1_000).jpeg().toBuffer() });
    const made = await picture();
    const { format, width, height, exif } = await sharp(made?.bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: 640,
      height: 320,
      exif: undefined,
    });
    expect(await picture()).toEqual(made);
    expect(ecos.requests).toHaveLength(2);
  });

  test('is no picture when it is something else, broken, or of another host', async () => {
    const jpeg = await paint(20, 20).jpeg().toBuffer();
    const vector = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const [image, address] of [
      [{ type: 'text/html', bytes: Buffer.from('<html>') }],
      [{ type: 'image/svg+xml', bytes: vector }],
      [{ type: 'image/png', bytes: vector }],
      [{ type: 'image/jpeg', bytes: jpeg.subarray(0, 100) }],
      [{ type: 'image/jpeg', bytes: jpeg }, `${fws.url}/elsewhere.jpg`],
      [{ type: 'image/jpeg', bytes: jpeg }, 'file:///etc/passwd'],
    ] as const) {
      await database.pool.query('DELETE FROM outbound_reply');
      await serve(image, address ?? `${ecos.url}/${Math.random()}.jpg`);
      expect(await picture()).toBeNull();
    }
    expect(fws.requests).toEqual([]);
  });
});
