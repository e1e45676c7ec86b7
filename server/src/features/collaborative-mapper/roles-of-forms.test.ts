import { afterAll, beforeAll, expect, test } from 'vitest';
import { square, tinyPng, uploadTo } from '../../../testing/map-calls.ts';
import {
  createRoleScenes,
  type Role,
  type RoleScenes,
  type Scene,
} from '../../../testing/role-scenes.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let people: RoleScenes['people'];
let sceneFor: RoleScenes['sceneFor'];

beforeAll(async () => {
  product = await createTestApp();
  ({ people, sceneFor } = await createRoleScenes(product, 'form'));
});
afterAll(() => product.close());

/** Whoever may edit a map or make proposals for it uploads files and pictures. */
const editors: readonly [Role, number][] = [
  ['visitor', 401],
  ['token visitor', 200],
  ['viewer', 403],
  ['invited viewer', 403],
  ['editor', 200],
  ['reviewer', 200],
  ['owner', 200],
  ['stranger', 404],
  ['view-link visitor', 403],
];
const readers: readonly [Role, number][] = [
  ['visitor', 200],
  ['token visitor', 200],
  ['viewer', 200],
  // A picture taken in private may show what is gone, as one of a public map may.
  ['invited viewer', 404],
  ['editor', 200],
  ['reviewer', 200],
  ['owner', 200],
  ['stranger', 404],
  ['view-link visitor', 403],
];

const headersOf = ({ as, token, key }: Pick<Scene, 'as' | 'token' | 'key'>) => ({
  ...as?.headers,
  ...(key !== undefined && { 'x-refugia-key': key }),
  ...(token !== undefined && { 'x-map-token': token }),
});

/** Sends a picture of the map by one of the two calls for it. */
async function sendThumbnail(
  call: string,
  scene: Pick<Scene, 'id' | 'as' | 'token' | 'key'>,
  fields: Readonly<Record<string, string>> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(call.startsWith('PUT') ? 'mapID' : 'id', String(scene.id));
  const field = call.startsWith('PUT') ? 'image_data' : 'image';
  form.set(field, new File([new Uint8Array(await tinyPng())], 'a.png'));
  const encoded = new Response(form);
  const [method, url] = call.split(' ');
  const reply = await product.app.inject({
    method: method as 'PUT' | 'POST',
    url,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...headersOf(scene) },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

test.each(editors)('uploading a file, %s: %i', async (role, status) => {
  const { id, as, token, key } = await sceneFor(role);
  const content = JSON.stringify({ type: 'Feature', properties: {}, geometry: square() });
  const reply = await uploadTo(product, { as, token, key, mapId: id, name: 'layer.json', content });
  expect(reply.status).toBe(status);
});

test.each(editors)('uploading a picture that lies on the map, %s: %i', async (role, status) => {
  const { id, as, token, key } = await sceneFor(role);
  const content = await tinyPng();
  const reply = await uploadTo(product, { as, token, key, mapId: id, name: 'a.png', content });
  expect(reply.status).toBe(status);
});

const thumbnailCalls = ['PUT /api/rrm/upload', 'POST /api/rrm/map_requests?type=image'];
test.each(thumbnailCalls.flatMap((call) => editors.map((each) => [call, ...each] as const)))(
  '%s, %s: %i',
  async (call, role, status) => {
    const reply = await sendThumbnail(call, await sceneFor(role));
    expect(reply.status).toBe(status);
    if (status !== 200) expect(reply.body.error).toMatch(/\S[.]$/);
  },
);

test('the type of a form with a picture may be a field of it', async () => {
  const scene = await sceneFor('owner');
  const call = 'POST /api/rrm/map_requests';
  const { status, body } = await sendThumbnail(call, scene, { type: 'image' });
  expect(status).toBe(200);
  const map = await product.app.inject({
    url: `/api/rrm/map_requests?id=${scene.id}`,
    headers: headersOf(scene),
  });
  expect(map.json().thumbnail).toBe(body.thumbnail);
  for (const fields of [{}, { type: 'map' }] as Record<string, string>[]) {
    expect(await sendThumbnail(call, scene, fields)).toMatchObject({
      status: 400,
      body: { fields: { type: expect.stringMatching(/image/) } },
    });
  }
});

test.each(readers)('reading the picture of a map, %s: %i', async (role, status) => {
  const scene = await sceneFor(role);
  const asOwner = { id: scene.id, as: people.owner, token: undefined, key: undefined };
  const { body } = await sendThumbnail('PUT /api/rrm/upload', asOwner);
  const reply = await product.app.inject({ url: body.thumbnail, headers: headersOf(scene) });
  expect(reply.statusCode).toBe(status);
});
