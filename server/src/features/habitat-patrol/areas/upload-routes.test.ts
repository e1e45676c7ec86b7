import { parseArea } from '@refugia/contract/area.ts';
import { feature, polygon, square } from '@refugia/engine/testing/vector-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AreaUploads,
  collection,
  createAreaUploads,
  type Upload,
} from '../../../../testing/area-uploads.ts';
import { createTestApp, testConfig } from '../../../../testing/test-app.ts';

let area: AreaUploads;
beforeAll(async () => {
  area = await createAreaUploads();
});
afterAll(() => area?.close());

const upload = (sent: Upload) => area.upload(sent);

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
    name: 'Preserve',
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
    name: null,
  });
  expect(parseArea(coords).type).toBe('Polygon');
});

const parallel = (latitude: number) => [-120, 0, 120, -120].map((x) => [x, latitude]);
const lune = [-90, -90, 90, 90, -90].map((y, corner) => [[10, 20, 20, 10, 10][corner]!, y]);
const wholeEarth = [-90, -90, 90, 90, -90].map((y, corner) => [
  [-180, 180, 180, -180, -180][corner]!,
  y,
]);

test.each<[string, number[][][], string]>([
  ['a square over 84° north', [square(10, 83.5)], '84.5° north'],
  ['the whole earth', [wholeEarth], '90° south'],
  ['the whole earth without a ring on one side', [wholeEarth, parallel(70)], '90° south'],
  ['a lune from pole to pole', [lune], '90° south'],
  ['what lies north of a ring that goes around', [parallel(70)], '90° north'],
])('an area beyond the imagery of the poles is told so at once: %s', async (_name, rings, part) => {
  const reply = await upload({ content: collection(feature(polygon(...rings))) });
  expect(reply.statusCode).toBe(422);
  expect(reply.json().reason).toContain(`reaches to ${part}`);
});

test('a file of several megabytes is read, whose polygons lie too far apart', async () => {
  const features = Array.from({ length: 30_000 }, (_, index) =>
    feature(polygon(square(-120 + (index % 300) * 0.1, 30 + Math.floor(index / 300) * 0.1, 0.05))),
  );
  const content = collection(...features);
  expect(content.length).toBeGreaterThan(3_000_000);
  const reply = await upload({ content });
  // The squares lie kilometres apart, so nothing can be joined or removed.
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
  const reply = await upload({ content: JSON.stringify(polygon([...ring, ring[0]])) });
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
  const document = (await area.product.app.inject('/api/openapi.json')).json();
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
    const json = await area.product.app.inject({
      method: 'POST',
      url: '/api/changedetection/aoi',
      payload: {},
    });
    expect(json.statusCode).toBe(415);
    // Fastify refuses the request before it reaches the route.
    const untyped = await area.product.app.inject({
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

  /** Sends a form as raw bytes, in ways that no browser does. */
  const sendForm = (parts: string[], { headers = {}, end = '--B--\r\n' } = {}) =>
    area.product.app.inject({
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
    ['an end without a form', () => sendForm([]), 400, /choose a file/],
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
