import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StandIn, sendJson, startStandIn } from '../../../../testing/stand-in.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { SpeciesService } from '../species.ts';
import { OccurrenceService } from './occurrences.ts';

let gbif: StandIn;
let database: Database;
let occurrences: OccurrenceService;

const log = pino({ enabled: false });
/** Keys of GBIF in 2017, found by its own matching of names. */
const whoopingCrane = 2474941;
const backbone = 'd7dddbf4-2cf0-4f39-9b2a-bb099caae36c';
const unavailable = (_: unknown, reply: ServerResponse) =>
  reply.writeHead(503, { 'content-type': 'text/html' }).end('<html>Service Unavailable</html>');

/** A page of GBIF's /v1/species/search in its own form, with many fields that are not used. */
function searchReply(results: object[]): object {
  return { offset: 0, limit: 10, endOfRecords: true, count: results.length, results, facets: [] };
}
const craneOfGbif = {
  key: whoopingCrane,
  datasetKey: backbone,
  nubKey: whoopingCrane,
  parentKey: 2474923,
  parent: 'Grus',
  kingdom: 'Animalia',
  family: 'Gruidae',
  scientificName: 'Grus americana (Linnaeus, 1758)',
  canonicalName: 'Grus americana',
  authorship: '(Linnaeus, 1758)',
  nameType: 'SCIENTIFIC',
  taxonomicStatus: 'ACCEPTED',
  rank: 'SPECIES',
  synonym: false,
  threatStatuses: [],
  descriptions: [],
  vernacularNames: [
    { vernacularName: 'Schreikranich', language: 'deu' },
    { vernacularName: 'Whooping Crane', language: 'eng' },
    { vernacularName: 'Grulla trompetera' },
  ],
};

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('DELETE FROM outbound_reply');
  gbif = await startStandIn(unavailable);
  occurrences = createService('on');
});
afterEach(() => gbif.close());
afterAll(() => database.close());

function createService(services: 'on' | 'off'): OccurrenceService {
  const settings = {
    services,
    ecosUrl: 'http://127.0.0.1:1',
    gbifUrl: gbif.url,
    imageHosts: [],
    criticalHabitatUrl: 'http://127.0.0.1:1',
    criticalHabitatDesignation: 'final',
  } as const;
  const { list } = new SpeciesService(database.orm, settings, log);
  return new OccurrenceService(database.orm, settings, { list, log });
}

test('GBIF is asked for names of its own list, once, and its English names are told', async () => {
  gbif.answer = (_, reply) =>
    sendJson(
      reply,
      searchReply([
        craneOfGbif,
        { key: 7, canonicalName: 'Grus' },
        { key: 8, scientificName: 'G.' },
      ]),
    );
  const found = await occurrences.search('whooping crane');
  expect(found).toEqual({
    results: [
      {
        key: whoopingCrane,
        scientificName: 'Grus americana (Linnaeus, 1758)',
        vernacularName: 'Whooping Crane',
      },
      { key: 7, scientificName: 'Grus', vernacularName: null },
      { key: 8, scientificName: 'G.', vernacularName: null },
    ],
    source: 'gbif',
    attribution: 'Occurrences: GBIF.org',
  });
  expect(await occurrences.search('Whooping CRANE')).toEqual(found);
  const [asked, ...more] = gbif.requests;
  expect(more).toEqual([]);
  expect(asked?.pathname).toBe('/v1/species/search');
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    q: 'whooping crane',
    datasetKey: backbone,
    limit: '10',
  });
});

test('what GBIF does not know is not looked up elsewhere', async () => {
  gbif.answer = (_, reply) => sendJson(reply, searchReply([]));
  expect(await occurrences.search('whooping crane')).toBeNull();
});

test('a tile of GBIF’s hexagons is passed on as it is, and asked for once', async () => {
  const background = { r: 0, g: 90, b: 0 };
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background } })
    .png()
    .toBuffer();
  gbif.answer = (_, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  const tile = { z: 3, x: 1, y: 3 };
  expect(Buffer.from((await occurrences.tile(whoopingCrane, tile))!).equals(picture)).toBe(true);
  expect(Buffer.from((await occurrences.tile(whoopingCrane, tile))!).equals(picture)).toBe(true);
  const [asked, ...more] = gbif.requests;
  expect(more).toEqual([]);
  expect(asked?.pathname).toBe('/v2/map/occurrence/density/3/1/3@1x.png');
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    taxonKey: String(whoopingCrane),
    bin: 'hex',
    hexPerTile: '30',
    style: 'green.poly',
    srs: 'EPSG:3857',
  });
});

test('a tile without an occurrence, which GBIF answers with 204, is empty', async () => {
  gbif.answer = (_, reply) => reply.writeHead(204).end();
  expect(await occurrences.tile(whoopingCrane, { z: 3, x: 7, y: 7 })).toHaveLength(0);
});

test.each<[string, StandIn['answer']]>([
  ['is away', unavailable],
  [
    'answers with a page',
    (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  ],
  ['answers with something else', (_, reply) => sendJson(reply, { message: 'ok' })],
  ['breaks off', (request) => request.socket.destroy()],
])('when GBIF %s, hexagons come from facts, and say so', async (_, answer) => {
  gbif.answer = answer;
  expect(await occurrences.search('Whooping crane')).toEqual({
    results: [
      { key: whoopingCrane, scientificName: 'Grus americana', vernacularName: 'Whooping crane' },
    ],
    source: 'embedded',
    attribution: expect.stringMatching(/^GBIF is away: .* 2017 .*CC0/),
  });
  // By the embedded facts, the species occurs in Texas and not in the Pacific.
  const opaque = async (tile: { z: number; x: number; y: number }) => {
    const { channels } = await sharp((await occurrences.tile(whoopingCrane, tile))!)
      .ensureAlpha()
      .stats();
    return channels[3]!.max;
  };
  expect(await opaque({ z: 4, x: 3, y: 6 })).toBeGreaterThan(0);
  expect(await opaque({ z: 4, x: 0, y: 8 })).toBe(0);
  expect(await occurrences.search('unicorn')).toBeNull();
  expect(await occurrences.tile(1, { z: 3, x: 1, y: 3 })).toBeNull();
});

test('where services are off, nobody is asked', async () => {
  occurrences = createService('off');
  expect((await occurrences.search('Whooping crane'))?.source).toBe('embedded');
  expect((await occurrences.search('hooping cr'))?.results).toMatchObject([
    { key: whoopingCrane, vernacularName: 'Whooping crane' },
  ]);
  expect(await occurrences.tile(whoopingCrane, { z: 4, x: 3, y: 6 })).not.toBeNull();
  expect(gbif.requests).toEqual([]);
});
