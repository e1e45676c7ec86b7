import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square, tinyPng } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  editor = await product.registerAndLogin();
});
afterAll(() => product.close());

async function sendForm(method: 'PUT' | 'POST', url: string, field: string, file: File) {
  const form = new FormData();
  form.set(field, file);
  const encoded = new Response(form);
  const reply = await product.app.inject({
    method,
    url: `/api/rrm/${url}`,
    headers: { ...owner.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

// The specification, part 2 §7, says "body or query" of these parameters.
test('what a call deletes or decides may be named in the query or in the body', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const { id: featureID } = await calls.addFeature(owner, id, square());
  const comment = () =>
    calls.done('POST', 'comments', { as: owner, body: { mapID: id, mapComment: 'Mine' } });

  await calls.done('POST', 'proposals', { as: editor, body: { id: featureID, type: 'delete' } });
  const rejected = await calls.done('DELETE', `manage?featureID=${featureID}&decision=reject`, {
    as: owner,
  });
  expect(rejected.proposals).toMatchObject([{ status: 'rejected' }]);

  const { id: commentId } = await comment();
  const body = { id: commentId };
  expect(await calls.done('DELETE', 'comments', { as: owner, body })).toEqual(body);

  const place = `map_users?mapID=${id}&editorID=${editor.id}`;
  expect(await calls.done('DELETE', place, { as: owner })).toEqual([]);
  await calls.done('POST', `metadata?id=${id}`, { as: owner, body: { justification: 'So' } });

  expect(await calls.done('DELETE', 'map_requests', { as: owner, body: { id } })).toEqual({ id });
});

test('the place that the API document names takes precedence', async () => {
  const first = await calls.createMap(owner);
  const second = await calls.createMap(owner);
  const body = { id: second.id };
  const url = `map_requests?id=${first.id}`;
  expect(await calls.done('DELETE', url, { as: owner, body })).toEqual({ id: first.id });
});

test('the map of a form may be named in the query', async () => {
  const { id } = await calls.createMap(owner);
  const picture = new File([new Uint8Array(await tinyPng())], 'a.png');
  const shape = new File([JSON.stringify(square())], 'a.json');
  const thumbnail = { thumbnail: expect.stringContaining(`/thumbnails/${id}/`) };
  for (const [method, url, field, file, body] of [
    ['PUT', `upload?mapID=${id}`, 'image_data', picture, thumbnail],
    ['POST', `map_requests?type=image&id=${id}`, 'file', picture, thumbnail],
    ['POST', `upload?id=${id}`, 'file', shape, { feature_list: [{ dataset: 'a' }] }],
  ] as const) {
    expect({ url, ...(await sendForm(method, url, field, file)) }).toMatchObject({
      url,
      status: 200,
      body,
    });
  }
});
