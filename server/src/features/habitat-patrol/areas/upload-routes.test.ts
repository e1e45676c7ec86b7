import { parseArea } from '@refugia/contract/area.ts';
import { buildShp, pathContent } from '@refugia/engine/testing/shapefile-builder.ts';
import { buildZip } from '@refugia/engine/testing/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testConfig } from '../../../../testing/test-app.ts';

let product: TestApp;

beforeAll(async () => {
  const { rateLimits } = testConfig();
  product = await createTestApp({
    config: { rateLimits: { ...rateLimits, importsPerMinutePerAddress: 1000 } },
    work: false,
  });
});
afterAll(() => product.close());

interface Upload {
  name?: string;
  content: Uint8Array | string;
  field?: string;
  headers?: Record<string, string>;
}

function upload({ name = 'area.json', content, field = 'file', headers = {} }: Upload) {
  const boundary = 'x-boundary-x';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return product.app.inject({
    method: 'POST',
    url: '/api/changedetection/aoi',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  });
}

const square = (x: number, y: number, size = 1): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });
const feature = (geometry: unknown, properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: unknown[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });

// The specification's sentence (part 2, section 8), written out again, with its advice.
const unprocessable = 'The selected vector file could not be processed.';

test('polygons become an area that a run accepts; points and lines are named', async () => {
  const reply = await upload({
    content: collection(
      feature(polygon(square(-105.1234567, 40)), { name: 'Preserve' }),
      feature({ type: 'Point', coordinates: [-105, 40] }, { name: 'Gate' }),
      feature({
        type: 'LineString',
        coordinates: [
          [-105, 40],
          [-105, 41],
        ],
      }),
      feature(null),
    ),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toEqual({
    geometries: [
      {
        type: 'Polygon',
        coordinates: [
          [
            [-105.12346, 40],
            [-104.12346, 40],
            [-104.12346, 41],
            [-105.12346, 41],
            [-105.12346, 40],
          ],
        ],
      },
    ],
    skipped: [
      { reason: 'Has no geometry.', count: 1, examples: ['4'] },
      { reason: 'Is a point, not an area.', count: 1, examples: ['2: Gate'] },
      { reason: 'Is a line, not an area.', count: 1, examples: ['3'] },
    ],
    notes: [],
  });
  const coords = JSON.stringify({
    type: 'GeometryCollection',
    geometries: reply.json().geometries,
  });
  expect(parseArea(coords).type).toBe('Polygon');
});

test('a file of several megabytes is read, whose polygons lie too far apart', async () => {
  const features = Array.from({ length: 30_000 }, (_, index) =>
    feature(polygon(square(-120 + (index % 300) * 0.1, 30 + Math.floor(index / 300) * 0.1, 0.05))),
  );
  const content = collection(...features);
  expect(content.length).toBeGreaterThan(3_000_000);
  const reply = await upload({ content });
  // Squares, kilometres apart: nothing can be joined or taken away.
  expect(reply.statusCode).toBe(422);
  expect(reply.json().reason).toContain('150,000 corners');
});

test('thousands of parcels that touch become one area', async () => {
  const features = Array.from({ length: 30_000 }, (_, index) =>
    feature(
      polygon(square(-105 + (index % 200) * 0.001, 40 + Math.floor(index / 200) * 0.001, 0.001)),
    ),
  );
  const reply = await upload({ content: collection(...features) });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json().geometries).toEqual([
    { type: 'Polygon', coordinates: [expect.arrayContaining([[-105, 40], [-104.8, 40.15]])] }, // biome-ignore format: one ring
  ]);
  expect(reply.json().geometries[0].coordinates[0]).toHaveLength(5);
});

test('an area with too many corners is simplified, and says so', async () => {
  const ring = Array.from({ length: 30_000 }, (_, index) => {
    const angle = (index / 30_000) * 2 * Math.PI;
    return [-100 + Math.cos(angle), 40 + Math.sin(angle)];
  });
  const reply = await upload({ content: JSON.stringify(polygon([...ring, ring[0]!])) });
  const { geometries, notes } = reply.json();
  expect(geometries[0].coordinates[0]).toHaveLength(20_000);
  expect(notes).toEqual([
    expect.stringMatching(
      /^The outline was simplified from 30,\d{3} to 20,000 corners; it moved by at most [\d.]+ m\.$/,
    ),
  ]);
});

test.each([
  [
    'points.json',
    JSON.stringify({ type: 'Point', coordinates: [1, 2] }),
    'Is a point, not an area.',
  ],
  ['torn.json', '{"type":', 'The file is not valid JSON'],
  ['empty.json', '', 'The file is empty.'],
  ['torn.zip', 'PK\x03\x04 and no more', 'The archive has no end'],
  ['web.kml', '<html><body/></html>', 'The file is a web page, but no KML.'],
])('%s is refused with the reason', async (name, content, reason) => {
  const reply = await upload({ name, content });
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({ code: 'vector_file_unprocessable' });
  expect(reply.json().error.startsWith(unprocessable)).toBe(true);
  expect(reply.json().error).toContain('contact support');
  expect(reply.json().reason).toContain(reason);
});

test('the API document tells of the form', async () => {
  const document = (await product.app.inject('/api/openapi.json')).json();
  const { requestBody, responses } = document.paths['/api/changedetection/aoi'].post;
  expect(requestBody.content['multipart/form-data'].schema).toEqual({
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  });
  expect(responses[200].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/ImportedArea',
  });
});

describe('at the door', () => {
  test('other types are refused by name', async () => {
    const reply = await upload({ name: 'area.gpkg', content: 'x' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toBe('Error: File must must be of type .json, .kml, .kmz, .zip.');
  });

  test('a file over 10 MB is refused', async () => {
    const reply = await upload({ content: Buffer.alloc(10_000_001, 32) });
    expect(reply.statusCode).toBe(413);
    expect(reply.json().error).toBe('Error: File size cannot be larger than 10 MB.');
  });

  test('a form without the file, or no form, is refused', async () => {
    const misnamed = await upload({ field: 'upload', content: '{}' });
    expect(misnamed.statusCode).toBe(400);
    expect(misnamed.json().fields).toHaveProperty('file');
    const json = await product.app.inject({
      method: 'POST',
      url: '/api/changedetection/aoi',
      payload: {},
    });
    expect(json.statusCode).toBe(415);
    // Fastify refuses it before the route is asked.
    const untyped = await product.app.inject({
      method: 'POST',
      url: '/api/changedetection/aoi',
      payload: Buffer.from('{}'),
      headers: { 'content-type': '' },
    });
    for (const reply of [json, untyped]) {
      expect(reply.statusCode).toBe(415);
      expect(reply.json().error).toBe(
        'The request must be sent as a form (Content-Type: multipart/form-data).',
      );
    }
  });

  /** A form as bytes, part by part: what no browser sends. */
  const sendForm = (parts: string[], { headers = {}, end = '--B--\r\n' } = {}) =>
    product.app.inject({
      method: 'POST',
      url: '/api/changedetection/aoi',
      headers: { 'content-type': 'multipart/form-data; boundary=B', ...headers },
      payload: parts.map((part) => `--B\r\n${part}\r\n`).join('') + end,
    });
  const file = 'Content-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{}';
  const field = (name: string, value = 'x') =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  test.each<[string, () => ReturnType<typeof sendForm>, number, RegExp]>([
    ['two files', () => sendForm([file, file]), 400, /^Send one file at a time\.$/],
    ['a form that was cut off', () => sendForm([file], { end: '' }), 400, /did not arrive whole/],
    ['an end without a form', () => sendForm([]), 400, /required/],
    ['no boundary', () => sendForm([file], { headers: { 'content-type': 'multipart/form-data' } }), 400, /did not arrive whole/], // biome-ignore format: a table
    ['another boundary', () => sendForm([file], { headers: { 'content-type': 'multipart/form-data; boundary=Z' } }), 400, /did not arrive whole/], // biome-ignore format: a table
    ['a file without a name', () => sendForm([`Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n{}`]), 400, /must be of type/], // biome-ignore format: a table
    ['thousands of fields', () => sendForm([...Array.from({ length: 5000 }, (_, index) => field(`f${index}`)), file]), 413, /too large/], // biome-ignore format: a table
    ['a name of 100 kB', () => sendForm([file.replace('a.json', `${'a'.repeat(100_000)}.json`)]), 400, /must be of type/], // biome-ignore format: a table
  ])('%s is refused with a sentence', async (_, send, status, message) => {
    const reply = await send();
    expect(reply.json().error).toMatch(message);
    expect(reply.statusCode).toBe(status);
  });

  test.each([
    '../../etc/passwd.json',
    'C:\\\\data\\\\a.json',
    'área 保护区 🦅.json',
    `${'a'.repeat(10_000)}.json`,
    'A.JSON',
  ])('a file is read whatever it is called: %.40s', async (name) => {
    const reply = await upload({ name, content: JSON.stringify(polygon(square(0, 0))) });
    expect(reply.statusCode, reply.body).toBe(200);
  });

  test('a token that is not valid is refused, before the file is read', async () => {
    const reply = await upload({ content: '{}', headers: { authorization: 'JWT x.y.z' } });
    expect(reply.statusCode).toBe(401);
  });

  test('too many files in a minute are refused', async () => {
    const strict = await createTestApp({
      config: { rateLimits: { ...testConfig().rateLimits, importsPerMinutePerAddress: 1 } },
      work: false,
    });
    const send = () => strict.app.inject({ method: 'POST', url: '/api/changedetection/aoi' });
    expect((await send()).statusCode).toBe(415);
    expect((await send()).statusCode).toBe(429);
    await strict.close();
  });
});

describe('files that are made to do harm are refused, and the server goes on', () => {
  const shapefile = (shp: Buffer) => buildZip([{ path: 'a.shp', content: shp }]);
  const kmlOf = (inner: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
  const manyPositions = () => {
    const ring = Array.from({ length: 2_000_000 }, (_, index) => square(index % 90, 0)[index % 5]!);
    return buildShp([pathContent([ring])]).shp;
  };

  test.each<[string, string, () => Uint8Array | string, RegExp]>([
    [
      'a bomb that declares its size',
      'a.kmz',
      () => buildZip([{ path: 'doc.kml', content: '', declaredBytes: 4_000_000_000 }]),
      /at most 20 MB/,
    ],
    [
      'a bomb that hides its size',
      'a.kmz',
      () =>
        buildZip([
          { path: 'doc.kml', content: Buffer.alloc(50_000_000), declaredBytes: 1_000_000 },
        ]),
      /more than the archive says/,
    ],
    [
      'shapefiles that are large together',
      'a.zip',
      () =>
        buildZip(
          Array.from({ length: 5 }, (_, index) => ({
            path: `${index}.shp`,
            content: Buffer.alloc(15_000_000),
          })),
        ),
      /60,000,000 bytes|no shapefile/,
    ],
    [
      'an archive of 65,000 files',
      'a.zip',
      () =>
        buildZip(
          Array.from({ length: 65_000 }, (_, index) => ({
            path: `${index}.shp`,
            content: '',
            isStored: true,
          })),
        ),
      /65000 files/,
    ],
    [
      'entries that share their data',
      'a.zip',
      () =>
        buildZip([
          { path: 'a.shp', content: Buffer.alloc(1000) },
          { path: 'b.shp', content: Buffer.alloc(1000), sharesDataOf: 0 },
        ]),
      /overlap/,
    ],
    [
      'a name that leads out of the archive',
      'a.kmz',
      () => buildZip([{ path: '../../etc/evil.kml', content: kmlOf('') }]),
      /leads out of the archive/,
    ],
    [
      'an encrypted file',
      'a.kmz',
      () => buildZip([{ path: 'doc.kml', content: kmlOf(''), isEncrypted: true }]),
      /password/,
    ],
    [
      'entities that grow',
      'a.kml',
      () =>
        `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${kmlOf('<name>&b;</name>')}`,
      /DOCTYPE/,
    ],
    [
      'an entity that names a file',
      'a.kml',
      () =>
        `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/hostname">]>${kmlOf('<name>&x;</name>')}`,
      /DOCTYPE/,
    ],
    ['deep XML', 'a.kml', () => kmlOf('<Folder>'.repeat(1_000_000)), /nested deeper/],
    ['deep JSON', 'a.json', () => '['.repeat(5_000_000), /nested deeper/],
    [
      'deep collections',
      'a.json',
      () => `${'{"type":"GeometryCollection","geometries":['.repeat(100_000)}`,
      /nested deeper/,
    ],
    [
      'ten megabytes of empty lists',
      'a.json',
      () => `[${'[],'.repeat(3_300_000)}[]]`,
      /1,200,000 JSON lists and objects/,
    ],
    [
      'ten megabytes of empty objects',
      'a.json',
      () => `{"type":"FeatureCollection","features":[${'{},'.repeat(3_200_000)}{}]}`,
      /1,200,000 JSON lists and objects/,
    ],
    [
      'six hundred thousand members',
      'a.json',
      () => `{${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join()}}`,
      /more than 2,000 attributes/,
    ],
    [
      'a text of nine megabytes as a coordinate',
      'a.kml',
      () =>
        kmlOf(
          `<Placemark><Point><coordinates>${'1'.repeat(9_000_000)},1</coordinates></Point></Placemark>`,
        ),
      /no polygon/,
    ],
    [
      'a count of parts beyond the file',
      'a.zip',
      () => shapefile(buildShp([pathContent([square(0, 0)], { declaredParts: 2 ** 31 - 1 })]).shp),
      /Is damaged in the shapefile/,
    ],
    [
      'a count of positions beyond the file',
      'a.zip',
      () =>
        shapefile(buildShp([pathContent([square(0, 0)], { declaredPositions: 2 ** 31 - 1 })]).shp),
      /Is damaged in the shapefile/,
    ],
    ['two million corners', 'a.zip', () => shapefile(manyPositions()), /corners/],
  ])('%s', async (_, name, make, reason) => {
    const reply = await upload({ name, content: make() });
    expect(reply.statusCode, reply.body.slice(0, 500)).toBe(422);
    expect(reply.json().reason).toMatch(reason);
    expect((await product.app.inject('/api/health')).statusCode).toBe(200);
  });
});
