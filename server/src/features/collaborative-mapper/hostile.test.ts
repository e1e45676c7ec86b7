import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const polygon = (coordinates: string) =>
  `{"geometry":{"type":"Polygon","coordinates":${coordinates}}}`;
const point = (coordinates: string) => `{"geometry":{"type":"Point","coordinates":${coordinates}}}`;
const withProperties = (properties: string) =>
  `{"geometry":{"type":"Point","coordinates":[1,2]},"properties":${properties}}`;

test.each([
  ['NaN', point('[NaN,1]')],
  ['a number beyond all', point('[1e999,1]')],
  ['a longitude out of range', point('[181,1]')],
  ['a latitude out of range', point('[1,-90.5]')],
  ['a position of text', point('["1","2"]')],
  ['a position of one number', point('[1]')],
  ['an unknown geometry', '{"geometry":{"type":"Circle","coordinates":[1,2]}}'],
  ['a geometry collection', '{"geometry":{"type":"GeometryCollection","geometries":[]}}'],
  ['a ring of two positions', polygon('[[[0,0],[1,1],[0,0]]]')],
  ['a ring that crosses itself', polygon('[[[0,0],[1,1],[1,0],[0,1],[0,0]]]')],
  ['deep nesting', polygon(nested(50_000))],
  ['__proto__', withProperties('{"__proto__":{"isOwner":true}}')],
  ['constructor.prototype', withProperties('{"constructor":{"prototype":{"isOwner":true}}}')],
  ['a nested attribute', withProperties('{"a":{"b":1}}')],
  ['an attribute that is too long', withProperties(`{"a":"${'x'.repeat(10_001)}"}`)],
  ['an attribute without a name', withProperties('{"":1}')],
  ['the zero character', withProperties('{"a":"\\u0000"}')],
  ['half of a surrogate pair', withProperties('{"a":"\\ud800"}')],
  ['no feature', '"feature"'],
  ['an id that is none', '{"id":"../../etc","geometry":{"type":"Point","coordinates":[1,2]}}'],
])('a feature with %s is refused with a sentence', async (_, feature) => {
  const { id } = await calls.createMap(owner);
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/rrm/features',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    payload: `{"mapID":${id},"feature":${feature}}`,
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    error: expect.stringMatching(/\S\.$/),
    code: expect.any(String),
  });
  expect(await calls.listFeatures(owner, id)).toEqual([]);
});

test('a message of 8 MB is refused with a sentence', async () => {
  const reply = await calls.call('POST', 'comments', {
    as: owner,
    body: { mapID: 1, mapComment: 'x'.repeat(8_000_000) },
  });
  expect(reply).toMatchObject({ status: 413, body: { error: 'The request is too large.' } });
});

test.each([
  ['GET', 'map_requests?id=0'],
  ['GET', 'map_requests?id=99999999999999'],
  ['GET', "map_requests?id=1'--"],
  ['GET', 'features?id=1&box=a,b,c,d'],
  ['GET', 'features?id=1&box=..,1,2,3'],
  ['GET', `features?id=1&box=${'9'.repeat(400)},1,2,3`],
  ['GET', 'features?id=1&limit=-1'],
  ['DELETE', 'features?id=not-an-id'],
  ['DELETE', 'comments?id=1'],
  ['GET', 'operations?id=1&since=-5'],
  ['GET', 'tiles/1/99/0/0.mvt'],
  ['GET', 'export?id=1&format=exe'],
] as const)('%s %s is refused with a sentence', async (method, url) => {
  const reply = await calls.call(method, url, { as: owner });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(/\S\.$/);
});

const id = randomUUID();
const deep = nested(20_000);
const lostAttribute = JSON.stringify('{"geometry":null,"properties":{"__proto__":1}}');
const deepDeletion = `{"feature_id":"${id}","base_revision":1,"patch":{"kind":"delete","before":${deep}}}`;
const notRevisions = [
  'null',
  '""',
  '" "',
  'true',
  '[]',
  '[1]',
  '-1',
  '1.5',
  '9007199254740993',
  '1e999',
];

/** In the bodies, MAP stands for the number of a map of the caller's own. */
test.each<[name: string, call: string, body: string]>([
  ['true as a map', 'POST metadata', '{"id":true,"justification":"Why"}'],
  ['a list as a map', 'POST metadata', '{"id":[MAP],"justification":"Why"}'],
  ['null as a map', 'POST metadata', '{"id":null,"justification":"Why"}'],
  ['no map', 'POST metadata', '{"justification":"Why"}'],
  ['true as one’s own account', 'POST fork', '{"id":MAP,"acctID":true}'],
  ['an account beyond all ids', 'DELETE map_users', '{"mapID":MAP,"editorID":2147483648}'],
  ['an account beyond 2^53', 'DELETE map_users', '{"mapID":MAP,"editorID":9007199254740993}'],
  ...notRevisions.map((revision): [string, string, string] => [
    `the revision ${revision}`,
    'PUT features',
    `{"DBID":"${id}","feature":{"geometry":null},"latestVersion":${revision}}`,
  ]),
  ['features as deep JSON', 'POST standardize', `{"feats":[${deep}]}`],
  ['a text of deep JSON', 'POST standardize', `{"feats":${JSON.stringify(deep)}}`],
  ['__proto__ within a text', 'POST features', `{"mapID":MAP,"feature":${lostAttribute}}`],
  [
    'a deletion after deep JSON',
    'POST operations',
    `{"mapID":MAP,"client_operation_id":"${id}","changes":[${deepDeletion}]}`,
  ],
])('%s is refused with a sentence', async (name, call, body) => {
  const { id: mapId } = await calls.createMap(owner);
  const [method, path] = call.split(' ');
  const reply = await product.app.inject({
    method: method as 'POST',
    url: `/api/rrm/${path}`,
    headers: { ...owner.headers, 'content-type': 'application/json' },
    payload: body.replace('MAP', String(mapId)),
  });
  expect(reply.json()).toMatchObject({ error: expect.stringMatching(/\S\.$/) });
  // What was there before a deletion is not read, so that only the feature is missing.
  expect(reply.statusCode).toBe(name.startsWith('a deletion') ? 404 : 400);
});

test('ids of another map are not accepted, whatever they name', async () => {
  const thief = await product.registerAndLogin();
  const { id } = await calls.createMap(owner);
  const { id: own } = await calls.createMap(thief);
  const feature = await calls.addFeature(owner, id);
  const steal = (patch: object) =>
    calls.call('POST', 'operations', {
      as: thief,
      body: {
        mapID: own,
        client_operation_id: randomUUID(),
        changes: [{ feature_id: feature.id, base_revision: 0, patch }],
      },
    });
  expect((await steal({ kind: 'delete' })).status).toBe(404);
  const create = { kind: 'create', after: { geometry: square(), properties: {} } };
  expect(await steal(create)).toMatchObject({ status: 409, body: { code: 'feature_id_used' } });
  expect(await calls.listFeatures(owner, id)).toHaveLength(1);
  for (const path of [`features?id=${feature.id}`, `comments?id=${randomUUID()}`]) {
    expect((await calls.call('DELETE', path, { as: thief })).status).toBe(404);
  }
});

test('a patch that fits nothing is refused with a sentence', async () => {
  const { id } = await calls.createMap(owner);
  const feature = await calls.addFeature(owner, id);
  const change = (base_revision: number, patch: object) =>
    calls.call('POST', 'operations', {
      as: owner,
      body: {
        mapID: id,
        client_operation_id: randomUUID(),
        changes: [{ feature_id: feature.id, base_revision, patch }],
      },
    });
  const splice = (more: object) => ({
    kind: 'edit',
    attributes: [],
    geometry: {
      kind: 'splice',
      typeBefore: 'Polygon',
      typeAfter: 'Polygon',
      splices: [{ path: [0, 0], at: 0, remove: [], insert: [], ...more }],
    },
  });
  for (const patch of [
    splice({ at: 9_000_000 }),
    splice({ path: [7, 7] }),
    splice({ remove: [[1, 2]] }),
    splice({ insert: [[[[0, 0]]]] }),
    splice({ insert: [[500, 500]] }),
    { kind: 'edit', attributes: [{ name: 'x', before: 1, after: 2 }], geometry: null },
    { kind: 'edit', attributes: [{ name: '__proto__', after: 'x' }], geometry: null },
  ]) {
    const reply = await change(feature.revision, patch);
    expect([400, 409], JSON.stringify([patch, reply.body])).toContain(reply.status);
    expect(reply.body.error).toMatch(/\S[.]$/);
  }
  expect((await change(99, { kind: 'delete' })).body.code).toBe('unknown_revision');
});

test('HTML in names is text', async () => {
  const { id } = await calls.createMap(owner);
  const val = '<script>alert(1)</script>';
  const map = await calls.done('PUT', 'map_requests', {
    as: owner,
    body: { id, attr: 'name', val },
  });
  expect(map.name).toBe(val);
});

test('who is removed in the middle of an edit changes nothing more, and is told so', async () => {
  const editor = await product.registerAndLogin();
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const feature = await calls.addFeature(owner, id);
  const edit = (properties: object) => ({
    as: editor,
    body: {
      DBID: feature.id,
      mapID: id,
      latestVersion: feature.revision,
      feature: { type: 'Feature', geometry: square(), properties },
    },
  });
  const open = await calls.done('PUT', 'proposals', edit({ before: 1 }));
  const changes = Array.from({ length: 8 }, (_, n) =>
    calls.call('PUT', 'proposals', edit({ during: n })),
  );
  const removal = { as: owner, body: { mapID: id, editorID: editor.id } };
  await calls.done('DELETE', 'map_users', removal);
  // A change that was under way is either stored as a proposal or refused.
  for (const { status } of await Promise.all(changes)) expect([200, 403]).toContain(status);
  const refused = await calls.call('PUT', 'proposals', edit({ after: 1 }));
  expect(refused).toMatchObject({ status: 403, body: { error: expect.stringMatching(/\S\.$/) } });
  expect((await calls.listFeatures(owner, id))[0].properties).toEqual({});
  // Earlier proposals stay, and the owner can decide them.
  const decision = { as: owner, body: { id: open.id, decision: 'accept' } };
  expect((await calls.call('PUT', 'manage', decision)).status).toBe(200);
  expect((await calls.listFeatures(owner, id))[0].properties).toEqual({ before: 1 });
});
