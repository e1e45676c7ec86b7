import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type StandIn, sendJson, startStandIn } from '../../../../testing/stand-in.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

let ecos: StandIn;
let fws: StandIn;
let site: TestApp;

beforeAll(async () => {
  ecos = await startStandIn((_request, reply) => reply.writeHead(503).end());
  fws = await startStandIn((_request, reply) => reply.writeHead(503).end());
  site = await createTestApp({
    work: false,
    config: {
      species: {
        services: 'on',
        ecosUrl: `${ecos.url}/ecp`,
        gbifUrl: 'http://127.0.0.1:1',
        imageHosts: [],
        criticalHabitatUrl: `${fws.url}/FeatureServer/0`,
        criticalHabitatDesignation: 'final',
      },
    },
  });
});

afterAll(async () => {
  await site.close();
  await ecos.close();
  await fws.close();
});

function area(species: string, type: string) {
  return site.app.inject({ url: '/api/changedetection/aoi', query: { species, type } });
}

describe('the list', () => {
  test('holds all species with the searches that offer them', async () => {
    const reply = await site.app.inject({ method: 'PUT', url: '/api/changedetection/aoi' });
    expect(reply.statusCode).toBe(200);
    const list = reply.json();
    expect(list).toHaveLength(956);
    expect(list.find((each: { speciesID: number }) => each.speciesID === 3652)).toEqual({
      speciesID: 3652,
      common_name: 'Canada Lynx',
      scientific_name: 'Lynx canadensis',
      group: 'Mammals',
      status: 'Threatened',
      critical_habitat: 'Final',
      gbif_key: 2435263,
      searches: ['species_range', 'critical_habitat'],
    });
    expect(list.find((each: { speciesID: number }) => each.speciesID === 37).searches).toEqual([
      'species_range',
    ]);
  });

  test('is sent once to a browser that keeps it', async () => {
    const first = await site.app.inject({ url: '/api/species' });
    const list = await site.app.inject({ method: 'PUT', url: '/api/changedetection/aoi' });
    expect(first.json()).toEqual(list.json());
    const etag = String(first.headers.etag);
    const again = await site.app.inject({
      url: '/api/species',
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });
});

describe('a range', () => {
  test.each(['Red wolf', 'CANIS RUFUS'])('is found for "%s"', async (name) => {
    const reply = await area(name, 'species_range');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      speciesID: 37,
      common_name: 'Red wolf',
      scientific_name: 'Canis rufus',
      approximate: true,
      note: 'Counties where the species is known or believed to occur.',
      county_count: 5,
      geometries: [expect.arrayContaining([expect.objectContaining({ type: 'Polygon' })])],
    });
  });

  test.each(['', 'Unicorn', "Canis rufus' OR 1=1"])('is not found for "%s"', async (name) => {
    const reply = await area(name, 'species_range');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'No range found for that species.',
      code: 'species_unknown',
    });
  });

  test('of a name that two species share is asked for by scientific name', async () => {
    const reply = await area('[no common name] beetle', 'species_range');
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      error: '2 species are called "[no common name] Beetle". Choose one by its scientific name.',
      code: 'species_ambiguous',
      choices: [{ scientific_name: 'Rhadine exilis' }, { scientific_name: 'Rhadine infernalis' }],
    });
    expect((await area('Rhadine exilis', 'species_range')).statusCode).toBe(200);
  });

  test('of an unknown type, or of a name beyond measure, is refused', async () => {
    expect((await area('Red wolf', 'everything')).statusCode).toBe(400);
    expect((await area('a'.repeat(201), 'species_range')).statusCode).toBe(400);
  });
});

describe('critical habitat', () => {
  test('is a list of shapes', async () => {
    const square = [
      [-93, 47],
      [-92, 47],
      [-92, 48],
      [-93, 47],
    ];
    const geometry = { type: 'Polygon', coordinates: [square] };
    const properties = { comname: 'Canada Lynx', sciname: 'Lynx canadensis', unitname: 'Unit 2' };
    fws.answer = (_request, reply) =>
      sendJson(reply, { features: [{ type: 'Feature', geometry, properties }] });
    const reply = await area('canada lynx', 'critical_habitat');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual([
      {
        ...geometry,
        unit_name: 'Unit 2',
        source: 'U.S. Fish and Wildlife Service, critical habitat',
        approximate: false,
        tolerance_meters: 10,
      },
    ]);
  });

  test('that there is none of is told in the words of the specification', async () => {
    fws.answer = (_request, reply) => sendJson(reply, { features: [] });
    const reply = await area('Red wolf', 'critical_habitat');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'No range found for that species.',
      code: 'habitat_not_found',
      reason: expect.stringMatching(/has no area of this species.* You can draw the area/s),
    });
  });

  test.each<[string, Answer]>([
    ['answers something else', (_request, reply) => reply.end('<html>')],
    ['fails', (_request, reply) => reply.writeHead(503).end()],
    ['hangs up', (_request, reply) => reply.destroy()],
  ])('is told as not found, with what can be done, when its service %s', async (_, answer) => {
    fws.answer = answer;
    const reply = await area('Topeka shiner', 'critical_habitat');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'No range found for that species.',
      code: 'habitat_service_failed',
      reason: expect.stringMatching(
        /^The critical habitat service .* It may answer later\. You can draw the area, upload a file of it/,
      ),
    });
  });

  test('is not asked for by what somebody typed', async () => {
    fws.requests.length = 0;
    expect((await area("x' OR '1'='1", 'critical_habitat')).statusCode).toBe(404);
    expect(fws.requests).toEqual([]);
  });
});

describe('a record', () => {
  const get = (url: string, headers = {}) => site.app.inject({ url, headers });

  test('has its names in the first columns, and leads to its picture', async () => {
    const bytes = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#357' },
    })
      .png()
      .toBuffer();
    ecos.answer = (request, reply) => {
      if (!request.url?.startsWith('/ecp/')) {
        return reply.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
      }
      const image = { value: 'doc1.png', url: `${ecos.url}/docs/species_images/doc1.png` };
      const row = ['Red wolf', 'Canis rufus', 'Endangered', '', '03-11-1967', 3, 37, '', '', image];
      return sendJson(reply, { meta: {}, data: [row] });
    };
    const { data } = (await get('/api/species/37')).json();
    expect(data[0][0]).toBe('Red wolf');
    expect(data[0][9]).toBe('/api/species/37/picture');
    const picture = await get(data[0][9]);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const etag = String(picture.headers.etag);
    const again = await get(data[0][9], { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  test('is there without the catalogue, and has no picture then', async () => {
    ecos.answer = (_request, reply) => reply.writeHead(500).end();
    const reply = await get('/api/species/3652');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ meta: { source: 'embedded' } });
    expect(reply.json().data[0].slice(0, 3)).toEqual([
      'Canada Lynx',
      'Lynx canadensis',
      'Threatened',
    ]);
    expect((await get('/api/species/3652/picture')).statusCode).toBe(404);
  });

  test('of a species that is not in the list is not asked for', async () => {
    ecos.requests.length = 0;
    const reply = await get('/api/species/999999');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'No information found for that species.',
      code: 'species_unknown',
    });
    for (const id of ['0', '-1', '1e9', 'x', '4122 or 1=1']) {
      expect((await get(`/api/species/${encodeURIComponent(id)}`)).statusCode).toBe(400);
    }
    expect(ecos.requests).toEqual([]);
  });
});
