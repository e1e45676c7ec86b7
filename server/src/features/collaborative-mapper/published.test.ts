import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, routesOf } from '../../../testing/documented-calls.ts';
import { follow } from '../../../testing/live-client.ts';
import { mapCallsOf, square, tinyPng, uploadTo } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

/** Stands in everything that is deleted, renamed or private. No reply to a reader may contain it. */
const secret = /EAGLE.?NEST.?17|110[.]98765/i;
const secretName = 'EAGLE NEST 17';
const secretPlace = { type: 'Point', coordinates: [-110.98765, 44.5] };
const openPlace = { type: 'Point', coordinates: [-109, 44] };

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let editor: TestAccount;
let viewer: TestAccount;
let scene: Awaited<ReturnType<typeof makeScene>>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('publishowner');
  editor = await product.registerAndLogin('publisheditor');
  viewer = await product.registerAndLogin('publishviewer');
  scene = await makeScene();
});
afterAll(() => product.close());

const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  calls.done(method, url, { as: owner, body });

async function addSecret(id: number) {
  return await calls.addFeature(owner, id, secretPlace, { name: secretName });
}

function change(feature: { id: string }, geometry: object, properties: object) {
  return asOwner('PUT', 'features', { DBID: feature.id, feature: { geometry, properties } });
}

async function commentAs(as: TestAccount, featureID: string, text = secretName) {
  const body = { featureID, comment: text };
  return await calls.done('POST', 'featurecomment', { as, body });
}

/** Makes secrets on a map and takes them away again. @returns what is left */
async function makeSecretsThatGo(id: number) {
  const moved = await addSecret(id);
  await change(moved, openPlace, { name: 'Open' });
  const gone = await addSecret(id);
  await commentAs(editor, gone.id);
  await asOwner('DELETE', `features?id=${gone.id}`);
  // A deletion that was taken back, and the feature deleted again.
  await asOwner('POST', 'undoredo', { mapID: id, action: 'undo' });
  await asOwner('DELETE', `features?id=${gone.id}`);

  const content = JSON.stringify({
    type: 'Feature',
    properties: { kind: 'open', nest: secretName },
    geometry: openPlace,
  });
  const upload = async (name: string) =>
    (await uploadTo(product, { as: owner, mapId: id, name, content })).body.layer;
  const goneLayer = await upload(`${secretName}.json`);
  await asOwner('DELETE', `features?mapID=${id}&dataset=${goneLayer.dataset}`);
  const layer = await upload(`${secretName}.json`);
  const colors = [{ value: secretName, color: '#ff0000' }];
  const style = { color: null, color_by: { attribute: 'nest', colors }, label_by: 'nest' };
  await asOwner('PUT', 'vector_layers', { id: layer.id, dataset: `Open ${layer.id}`, style });
  const fields = [
    { key: 'kind', name: 'kind' },
    { key: 'nest', name: secretName, is_removed: true },
  ];
  await asOwner('PUT', 'vector_layers', { id: layer.id, fields });

  const picture = { as: owner, mapId: id, name: `${secretName}.png`, content: await tinyPng() };
  const { id: rasterId } = (await uploadTo(product, picture)).body.map_layer;
  await asOwner('DELETE', `layers?id=${rasterId}`);
  for (const [attr, kept] of [
    ['name', 'Open map'],
    ['summary', 'Open summary'],
    ['species', 'Gray wolf'],
  ]) {
    await asOwner('PUT', 'map_requests', { id, attr, val: secretName });
    await asOwner('PUT', 'map_requests', { id, attr, val: kept });
  }
  return { moved, gone, layer, rasterId };
}

async function sendThumbnail(id: number) {
  const form = new FormData();
  form.set('mapID', String(id));
  form.set('image_data', new File([new Uint8Array(await tinyPng())], 'a.png'));
  const encoded = new Response(form);
  const reply = await product.app.inject({
    method: 'PUT',
    url: '/api/rrm/upload',
    headers: { ...owner.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return String(reply.json().thumbnail).replace('/api/rrm/', '');
}

async function makeScene() {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const tile = `tiles/${id}/0/0/0.mvt`;
  const first = await addSecret(id);
  // The index of tiles knows the feature from now on.
  await asOwner('GET', `${tile}?seq=1`);
  const thumbnail = await sendThumbnail(id);
  await asOwner('DELETE', `features?id=${first.id}`);
  const before = await makeSecretsThatGo(id);
  await asOwner('POST', 'metadata', { id, justification: secretName });
  await calls.done('POST', 'comments', { as: editor, body: { mapID: id, mapComment: secretName } });
  await commentAs(editor, before.moved.id);
  const proposal = { type: 'add', mapID: id, note: secretName };
  await calls.done('POST', 'proposals', {
    as: editor,
    body: { ...proposal, feature: { geometry: secretPlace, properties: { name: secretName } } },
  });
  await asOwner('PUT', 'status', { id, new_status: 'public' });
  await makeSecretsThatGo(id);
  const { group } = (await asOwner('GET', `history?id=${id}&limit=1`))[0];
  return { id, tile, thumbnail, ...before, first, group };
}

/** Every call by which something is read, with everything of it that is asked for. */
const readings: Record<string, (of: typeof scene) => string[]> = {
  'GET /api/rrm/maps_requests': () => ['maps_requests?type=public_maps'],
  'GET /api/rrm/map_requests': ({ id }) => [`map_requests?id=${id}`],
  'GET /api/rrm/map_users': ({ id }) => [
    `map_users?id=${id}&type=owner`,
    `map_users?id=${id}&type=collaborators`,
  ],
  'GET /api/rrm/features': ({ id, gone, layer }) => [
    `features?id=${id}`,
    `features?id=${id}&feature=${gone.id}`,
    `features?id=${id}&layer_id=${layer.id}`,
    `features?id=${id}&sort=nest`,
    `features?id=${id}&box=-111,44,-110.5,45`,
  ],
  'GET /api/rrm/operations': ({ id }) => [
    `operations?id=${id}&since=0`,
    `operations?id=${id}&since=20`,
  ],
  'GET /api/rrm/history': ({ id }) => [`history?id=${id}`, `history?id=${id}&before=20`],
  'GET /api/rrm/comments': ({ id }) => [`comments?id=${id}`],
  'GET /api/rrm/proposals': ({ id }) => [`proposals?id=${id}&status=all`],
  'GET /api/rrm/layers': ({ id }) => [`layers?id=${id}`],
  'GET /api/rrm/layers/:id/picture.png': ({ rasterId }) => [`layers/${rasterId}/picture.png`],
  'GET /api/rrm/vector_layers': ({ id }) => [`vector_layers?id=${id}`],
  'GET /api/rrm/invitations': ({ id }) => [`invitations?id=${id}`],
  'GET /api/rrm/access_requests': ({ id }) => [`access_requests?id=${id}`],
  'GET /api/rrm/undoredo': ({ id }) => [`undoredo?id=${id}`],
  'GET /api/rrm/tiles/:id/:z/:x/:y.mvt': ({ tile }) => [tile, `${tile}?seq=1`],
  'GET /api/rrm/thumbnails/:id/:version': ({ thumbnail }) => [thumbnail],
  'GET /api/rrm/export': ({ id }) =>
    ['geojson', 'kml', 'csv'].map((format) => `export?id=${id}&format=${format}`),
};
/**
 * Reading calls that know nothing of maps, the one that only owners may make, and the socket, which
 * has tests of its own below.
 */
const others = [
  'GET /api/rrm/gbif',
  'GET /api/rrm/invitations/mailed',
  'GET /api/rrm/species_range',
  'GET /api/rrm/layer_values',
  'GET /api/rrm/live/:id',
];

test('the table holds every call that reads from a map', () => {
  const routes = routesOf(product.app, /^\/api\/rrm\//).filter(({ method }) => method === 'GET');
  const known = [...Object.keys(readings), ...others];
  const missing = routes.filter(
    (route) =>
      !known.some((each) => {
        const [method = '', url = ''] = each.split(' ');
        return answers(route, { method, url });
      }),
  );
  expect(missing).toEqual([]);
});

describe.each(['visitor', 'viewer'] as const)(
  'a %s reads nothing that is gone or private',
  (who) => {
    const reader = () => (who === 'viewer' ? viewer : undefined);

    test.each(Object.keys(readings))('%s', async (name) => {
      for (const url of readings[name]!(scene)) {
        const reply = await calls.call('GET', url, { as: reader() });
        const isTeams = /\/(?:proposals|undoredo|invitations|access_requests)$/.test(name);
        if (isTeams) expect(reply.status).toBe(who === 'viewer' ? 403 : 401);
        expect(`${JSON.stringify(reply.headers)}${reply.bytes.toString('latin1')}`).not.toMatch(
          secret,
        );
      }
    });

    test('by a tile that was made before', async () => {
      const { bytes } = await calls.call('GET', `${scene.tile}?seq=1`, { as: reader() });
      expect(bytes.toString('latin1')).toContain(scene.moved.id);
      expect(bytes.toString('latin1')).not.toContain(scene.first.id);
    });

    test('by a filter', async () => {
      for (const field of [null, 'nest']) {
        const filter = JSON.stringify([[scene.layer.id, field, 'contains', 'EAGLE']]);
        const url = `features?id=${scene.id}&layer_id=${scene.layer.id}&filter=${encodeURIComponent(filter)}`;
        expect((await calls.done('GET', url, { as: reader() })).total).toBe(0);
        // The values of a removed column are kept for the team.
        expect((await asOwner('GET', url)).total).toBeGreaterThan(0);
      }
    });

    test('by the live socket, whatever number is named', async () => {
      const { lastSeq, publishedSeq } = await numbersOf(scene.id);
      for (const since of [0, publishedSeq - 1, publishedSeq, lastSeq - 1]) {
        const client = await follow(product, scene.id, { as: reader(), since });
        if (since < publishedSeq - 1) await client.next('behind');
        else {
          const has = ({ operations }: { operations: { seq: number }[] }) =>
            operations.at(-1)?.seq === lastSeq;
          await client.next('operations', has);
        }
        expect(JSON.stringify(client.received)).not.toMatch(secret);
        client.close();
      }
    });
  },
);

test('a copy has nothing that is gone or private', async () => {
  const copy = await calls.done('POST', 'fork', { as: viewer, body: { id: scene.id } });
  expect(copy.thumbnail).toBeNull();
  const of = { ...scene, id: copy.id, tile: `tiles/${copy.id}/0/0/0.mvt` };
  const body = { id: copy.id, new_status: 'public' };
  await calls.done('PUT', 'status', { as: viewer, body });
  for (const urls of Object.values(readings)) {
    for (const url of urls(of)) {
      const reply = await calls.call('GET', url, { as: viewer });
      if (url.startsWith('layers/') || url === of.thumbnail) expect(reply.status).toBe(404);
      else expect(reply.bytes.toString('latin1')).not.toMatch(secret);
    }
  }
});

test('changes by a reader are refused in words that tell nothing', async () => {
  const { id, gone, group } = scene;
  for (const [method, url, body] of [
    ['POST', 'featurecomment', { featureID: gone.id, comment: 'What was it?' }],
    ['POST', 'history', { id, group }],
    ['POST', 'undoredo', { mapID: id, action: 'undo' }],
    ['PUT', 'features', { DBID: gone.id, feature: { geometry: openPlace } }],
    ['POST', 'proposals', { type: 'delete', id: gone.id, mapID: id }],
    ['PUT', 'manage', { id: randomUUID(), decision: 'accept' }],
  ] as const) {
    const reply = await calls.call(method, url, { as: viewer, body });
    expect([403, 404]).toContain(reply.status);
    expect(JSON.stringify(reply.body)).not.toMatch(secret);
  }
});

test.each(['owner', 'editor'] as const)('the %s reads everything', async (who) => {
  const as = who === 'owner' ? owner : editor;
  const reading = (url: string) => calls.done('GET', url, { as });
  const { id } = scene;
  for (const url of [`operations?id=${id}&since=0`, `history?id=${id}`, `comments?id=${id}`]) {
    expect(JSON.stringify(await reading(url))).toMatch(secret);
  }
  const client = await follow(product, id, { as });
  expect(JSON.stringify(await client.next('operations'))).toMatch(secret);
  client.close();
});

async function numbersOf(id: number) {
  const operations = (await asOwner('GET', `operations?id=${id}&since=0`)).operations;
  const isPublication = (each: { patch: { attribute?: string; after?: unknown } }) =>
    each.patch?.attribute === 'is_published' && each.patch.after === true;
  return {
    lastSeq: operations.at(-1).seq as number,
    publishedSeq: operations.findLast(isPublication).seq as number,
  };
}

test('a reader follows what is drawn, changed and deleted, and whoever comes later reads what is left', async () => {
  const { id } = await calls.createMap(owner, { isPublic: true });
  const early = await follow(product, id, { since: 1 });
  await early.next('welcome');
  const feature = await addSecret(id);
  const next = async () => (await early.next('operations')).operations;
  // What is on a public map is public.
  expect(await next()).toMatchObject([
    { seq: 2, verb: 'create', patch: { after: { properties: { name: secretName } } } },
  ]);
  await change(feature, openPlace, { name: 'Open' });
  expect(await next()).toMatchObject([
    { verb: 'edit', patch: { kind: 'create', after: { properties: { name: 'Open' } } } },
  ]);
  await asOwner('DELETE', `features?id=${feature.id}`);
  expect(await next()).toMatchObject([
    { verb: 'delete', feature_id: feature.id, patch: { before: { geometry: null } } },
  ]);
  early.close();
  const late = await follow(product, id, { since: 1 });
  const { operations } = await late.next('operations');
  expect(operations.map(({ seq, verb, patch }) => [seq, verb, patch?.kind])).toEqual([
    [2, 'create', undefined],
    [3, 'edit', undefined],
    [4, 'delete', 'delete'],
  ]);
  expect(JSON.stringify(operations)).not.toMatch(secret);
  late.close();
});

test('publishing again hides what was done meanwhile, and who was there before is told to read anew', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  await calls.addFeature(owner, id, square(), { name: 'Open' });
  await asOwner('PUT', 'status', { id, new_status: 'private' });
  const gone = await addSecret(id);
  await asOwner('DELETE', `features?id=${gone.id}`);
  await asOwner('PUT', 'status', { id, new_status: 'public' });
  const { operations, seq } = await calls.done('GET', `operations?id=${id}&since=2`);
  expect(operations).toMatchObject([{ seq: 6, verb: 'edit-map', patch: { after: true } }]);
  expect(seq).toBe(6);
  const client = await follow(product, id, { since: 2 });
  expect(await client.next('behind')).toEqual({ kind: 'behind', seq: 6 });
  client.close();
  expect(await calls.done('GET', `history?id=${id}`)).toMatchObject([
    { summary: 'Made the map public' },
  ]);
  expect(await asOwner('GET', `history?id=${id}`)).toHaveLength(6);
  // To undo it and do it again is publishing, too.
  await asOwner('POST', 'undoredo', { mapID: id, action: 'undo' });
  await asOwner('POST', 'undoredo', { mapID: id, action: 'redo' });
  const again = await calls.done('GET', `operations?id=${id}&since=0`);
  expect(again.operations.map(({ seq }: { seq: number }) => seq)).toEqual([8]);
});

test('comments are published with the map when the owner says so, and new ones are public', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const comment = (mapComment: string) =>
    calls.done('POST', 'comments', { as: editor, body: { mapID: id, mapComment } });
  const seenBy = async (as?: TestAccount) =>
    (await calls.done('GET', `comments?id=${id}`, { as })).map(
      (each: { comment: string }) => each.comment,
    );
  await comment('In private');
  await asOwner('PUT', 'status', { id, new_status: 'public' });
  expect(await seenBy()).toEqual([]);
  await comment('In public');
  const body = { mapID: id, mapComment: 'A question' };
  await calls.done('POST', 'comments', { as: viewer, body });
  expect(await seenBy()).toEqual(['In public', 'A question']);
  await asOwner('PUT', 'status', { id, new_status: 'private' });
  await asOwner('PUT', 'status', { id, new_status: 'public' });
  expect(await seenBy()).toEqual([]);
  // Who wrote a comment reads it in any case.
  expect(await seenBy(viewer)).toEqual(['A question']);
  await asOwner('PUT', 'status', { id, new_status: 'public', with_comments: true });
  expect(await seenBy()).toEqual(['In private', 'In public', 'A question']);
});

test('a comment that viewers may not read is not told to them, nor mailed', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const client = await follow(product, id, { as: viewer });
  await client.next('welcome');
  const body = { mapID: id, mapComment: 'Here I am' };
  await calls.done('POST', 'comments', { as: viewer, body });
  await client.next('comment');
  const proposal = await calls.done('POST', 'proposals', {
    as: editor,
    body: { type: 'add', mapID: id, feature: { geometry: openPlace } },
  });
  const mention = { mapID: id, mapComment: `@publishviewer ${secretName}` };
  await asOwner('POST', 'comments', { ...mention, proposalID: proposal.id });
  const heard = await asOwner('POST', 'comments', {
    mapID: id,
    mapComment: '@publishviewer hello',
  });
  await client.next('comment', (each) => each.id === heard.id);
  expect(JSON.stringify(client.received)).not.toMatch(secret);
  // Mails are sent in the order in which they were written.
  const mail = await product.waitForMail(viewer.email, /mentions you/);
  expect(mail.text).toContain('@publishviewer hello');
  expect(mail.text).not.toMatch(secret);
  client.close();
});

test('readers are told of the team, and neither of other readers nor of where they point', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const visitor = await follow(product, id, {});
  expect((await visitor.next('welcome')).people).toEqual([]);
  const reader = await follow(product, id, { as: viewer });
  expect((await reader.next('welcome')).people).toEqual([]);
  const ofEditor = await follow(product, id, { as: editor });
  expect((await ofEditor.next('welcome')).people).toHaveLength(2);
  await visitor.next('presence', ({ person }) => person.name === 'publisheditor');
  reader.send({ kind: 'presence', cursor: [1, 2], feature_id: null });
  await ofEditor.next('presence', ({ person }) => person.name === 'publishviewer');

  // Who joins the team is seen by all, and sees all; who leaves it, no longer.
  await asOwner('POST', 'map_users', { mapID: id, username: 'publishviewer' });
  await visitor.next('presence', ({ person }) => person.name === 'publishviewer');
  await reader.next('presence', ({ person }) => person.name.startsWith('Visitor'));
  await asOwner('DELETE', 'map_users', { mapID: id, editorID: viewer.id });
  await visitor.next('left');
  await reader.next('left');
  reader.close();
  await ofEditor.next('left');
  ofEditor.close();
  await visitor.next('left');
  const names = visitor.received.flatMap((each) =>
    each.kind === 'presence' ? `${each.person.name} ${each.person.role}` : [],
  );
  expect(names).toEqual(['publisheditor editor', 'publishviewer editor']);
  visitor.close();
});

test('a picture is public while it shows nothing that is gone', async () => {
  const { id } = await calls.createMap(owner);
  const feature = await addSecret(id);
  const ofPrivate = await sendThumbnail(id);
  await asOwner('PUT', 'status', { id, new_status: 'public' });
  const seen = async () => (await calls.done('GET', `map_requests?id=${id}`)).thumbnail;
  expect(await seen()).toBeNull();
  expect((await calls.call('GET', ofPrivate)).status).toBe(404);
  expect((await calls.call('GET', ofPrivate, { as: owner })).status).toBe(200);
  const ofPublic = await sendThumbnail(id);
  expect(await seen()).toBe(`/api/rrm/${ofPublic}`);
  await calls.addFeature(owner, id);
  expect(await seen()).toBe(`/api/rrm/${ofPublic}`);
  await asOwner('DELETE', `features?id=${feature.id}`);
  expect(await seen()).toBeNull();
  expect((await calls.call('GET', ofPublic)).status).toBe(404);
});
