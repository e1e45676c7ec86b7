import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, routesOf } from '../../../testing/documented-calls.ts';
import { type CallOptions, type Method, mapCallsOf, square } from '../../../testing/map-calls.ts';
import {
  createRoleScenes,
  type RoleScenes,
  roles,
  type Scene,
} from '../../../testing/role-scenes.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let people: RoleScenes['people'];
let sceneFor: RoleScenes['sceneFor'];

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  await meetOthers('role');
});
afterAll(() => product.close());

/** Lets other people play the roles: how much one account may comment in a minute is bounded. */
async function meetOthers(names: string): Promise<void> {
  ({ people, sceneFor } = await createRoleScenes(product, names));
}

/** A status for each of the roles, in their order. */
type Statuses = readonly [
  ...[number, number, number, number, number],
  ...[number, number, number, number],
];
const everybody: Statuses = [200, 200, 200, 200, 200, 200, 200, 200, 200];
const readers: Statuses = [200, 200, 200, 200, 200, 200, 200, 404, 403];
/** Who may also come by a view-only link. */
const viewers: Statuses = [200, 200, 200, 200, 200, 200, 200, 404, 200];
const owners: Statuses = [401, 401, 403, 403, 403, 403, 200, 404, 403];
const reviewers: Statuses = [401, 401, 403, 403, 403, 200, 200, 404, 403];
const editors: Statuses = [401, 200, 403, 403, 200, 200, 200, 404, 403];
const signedIn: Statuses = [401, 401, 200, 200, 200, 200, 200, 404, 403];
const anyAccount: Statuses = [401, 401, 200, 200, 200, 200, 200, 200, 401];

/** Calls that name a thing and not its map ask visitors to log in before they look for the map. */
const visitorsFirst = ([a, b, c, d, e, f, g, h]: Statuses): Statuses => [
  a,
  b,
  c,
  d,
  e,
  f,
  g,
  h,
  401,
];

async function invitationTo(mapID: number): Promise<string> {
  const body = { mapID, email: `${randomUUID().slice(0, 8)}@example.net` };
  return (await calls.done('POST', 'invitations', { as: people.owner, body })).invitation.id;
}

type Call = (scene: Scene) => Promise<[Method, string, CallOptions['body']?]>;
const change = (feature_id: string, base_revision: number) => ({
  feature_id,
  base_revision,
  patch: { kind: 'delete' },
});

const table: readonly [name: string, statuses: Statuses, call: Call][] = [
  ['GET map_requests', viewers, async ({ id }) => ['GET', `map_requests?id=${id}`]],
  ['GET maps_requests public', everybody, async () => ['GET', 'maps_requests?type=public_maps']],
  ['GET maps_requests my maps', anyAccount, async () => ['GET', 'maps_requests?type=my_maps']],
  [
    'GET maps_requests deleted maps',
    anyAccount,
    async () => ['GET', 'maps_requests?type=deleted_maps'],
  ],
  ['POST map_requests', anyAccount, async () => ['POST', 'map_requests?type=map', {}]],
  [
    'PUT map_requests name',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'name', val: 'N' }],
  ],
  [
    'PUT map_requests summary',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'summary', val: 'S' }],
  ],
  [
    'PUT map_requests base layer',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'base_layer', val: 'satellite' }],
  ],
  [
    'PUT map_requests species',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'species', val: 'Gray wolf' }],
  ],
  [
    'PUT map_requests center',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'center', val: '[1,2]' }],
  ],
  [
    'PUT map_requests zoom',
    owners,
    async ({ id }) => ['PUT', 'map_requests', { id, attr: 'zoom', val: 5 }],
  ],
  [
    'PUT map_requests drawing',
    owners,
    async ({ id }) => [
      'PUT',
      'map_requests',
      { id, attr: 'is_vector_drawing_controls_enabled', val: false },
    ],
  ],
  ['PUT status', owners, async ({ id }) => ['PUT', 'status', { id, new_status: 'public' }]],
  ['DELETE map_requests', owners, async ({ id }) => ['DELETE', `map_requests?id=${id}`]],
  [
    'POST restore',
    [401, 401, 404, 404, 404, 404, 200, 404, 401],
    async ({ id }) => {
      await calls.done('DELETE', `map_requests?id=${id}`, { as: people.owner });
      return ['POST', 'restore', { id }];
    },
  ],
  ['POST token', owners, async ({ id }) => ['POST', 'token', { id }]],
  ['POST fork', signedIn, async ({ id }) => ['POST', 'fork', { id }]],
  ['POST metadata', owners, async ({ id }) => ['POST', 'metadata', { id, justification: 'Why' }]],
  ['GET map_users owner', readers, async ({ id }) => ['GET', `map_users?id=${id}&type=owner`]],
  [
    'GET map_users collaborators',
    readers,
    async ({ id }) => ['GET', `map_users?id=${id}&type=collaborators`],
  ],
  [
    'GET map_users available',
    owners,
    async ({ id }) => ['GET', `map_users?id=${id}&type=available_collaborators&query_string=role`],
  ],
  [
    'POST map_users',
    owners,
    async ({ id }) => ['POST', 'map_users', { mapID: id, username: people.spare.username }],
  ],
  [
    'DELETE map_users',
    owners,
    async ({ id }) => {
      await calls.done('POST', 'map_users', {
        as: people.owner,
        body: { mapID: id, username: people.spare.username },
      });
      return ['DELETE', 'map_users', { mapID: id, editorID: people.spare.id }];
    },
  ],
  ['GET invitations', owners, async ({ id }) => ['GET', `invitations?id=${id}`]],
  [
    'POST invitations',
    owners,
    async ({ id }) => ['POST', 'invitations', { mapID: id, email: `${id}@example.net` }],
  ],
  [
    'DELETE invitations',
    visitorsFirst(owners),
    async ({ id }) => ['DELETE', `invitations/${await invitationTo(id)}`],
  ],
  [
    'GET invitations by a link that is none',
    [404, 404, 404, 404, 404, 404, 404, 404, 404],
    async () => ['GET', 'invitations/mailed?token=none'],
  ],
  [
    'POST invitations: accept one by a link that is none',
    [401, 401, 404, 404, 404, 404, 404, 404, 401],
    async () => ['POST', 'invitations/accept', { token: 'none' }],
  ],
  [
    'POST hand_over',
    owners,
    async ({ id }) => ['POST', 'hand_over', { mapID: id, username: people.editor.username }],
  ],
  ['GET access_requests', owners, async ({ id }) => ['GET', `access_requests?id=${id}`]],
  [
    'POST access_requests',
    anyAccount,
    async ({ id }) => ['POST', 'access_requests', { mapID: id }],
  ],
  [
    'DELETE access_requests',
    [401, 401, 403, 403, 403, 403, 404, 404, 403],
    async ({ id }) => ['DELETE', 'access_requests', { mapID: id, accountID: people.spare.id }],
  ],
  ['GET features', viewers, async ({ id }) => ['GET', `features?id=${id}`]],
  [
    'POST features',
    owners,
    async ({ id }) => ['POST', 'features', { mapID: id, feature: { geometry: square() } }],
  ],
  [
    'PUT features',
    owners,
    async ({ feature }) => [
      'PUT',
      'features',
      { DBID: (await feature()).id, feature: { geometry: square(3) } },
    ],
  ],
  [
    'DELETE features',
    owners,
    async ({ feature }) => ['DELETE', `features?id=${(await feature()).id}`],
  ],
  [
    'DELETE features of a layer',
    owners,
    async ({ id, layer }) => ['DELETE', `features?mapID=${id}&dataset=${(await layer()).dataset}`],
  ],
  ['GET operations', viewers, async ({ id }) => ['GET', `operations?id=${id}&since=0`]],
  [
    'POST operations',
    owners,
    async ({ id, feature }) => {
      const made = await feature();
      return [
        'POST',
        'operations',
        { mapID: id, client_operation_id: randomUUID(), changes: [change(made.id, made.revision)] },
      ];
    },
  ],
  ['GET undoredo', owners, async ({ id }) => ['GET', `undoredo?id=${id}`]],
  [
    'POST undoredo',
    owners,
    async ({ id, feature }) => {
      await feature();
      return ['POST', 'undoredo', { mapID: id, action: 'undo' }];
    },
  ],
  [
    'PUT undoredo',
    owners,
    async ({ feature }) => [
      'PUT',
      'undoredo',
      { geometry: { id: (await feature()).id }, action: 'undo' },
    ],
  ],
  ['GET history', readers, async ({ id }) => ['GET', `history?id=${id}`]],
  [
    'POST history',
    owners,
    async ({ id, feature }) => {
      await feature();
      const [entry] = await calls.done('GET', `history?id=${id}`, { as: people.owner });
      return ['POST', 'history', { id, group: entry.group }];
    },
  ],
  ['GET comments', viewers, async ({ id }) => ['GET', `comments?id=${id}`]],
  [
    'POST comments',
    signedIn,
    async ({ id }) => ['POST', 'comments', { mapID: id, mapComment: 'Hello' }],
  ],
  [
    'POST comments on a proposal',
    [401, 401, 403, 403, 200, 200, 200, 404, 403],
    async ({ id, proposal }) => [
      'POST',
      'comments',
      { mapID: id, mapComment: 'Hello', proposalID: (await proposal()).id },
    ],
  ],
  [
    'POST comments: a reply',
    signedIn,
    async ({ id }) => {
      const body = { mapID: id, mapComment: 'Hello' };
      const { id: parentID } = await calls.done('POST', 'comments', { as: people.editor, body });
      return ['POST', 'comments', { mapID: id, mapComment: 'Hello too', parentID }];
    },
  ],
  [
    'POST featurecomment',
    visitorsFirst(signedIn),
    async ({ feature }) => [
      'POST',
      'featurecomment',
      { featureID: (await feature()).id, comment: 'Hello' },
    ],
  ],
  [
    'DELETE comments of the owner',
    visitorsFirst(owners),
    async ({ comment }) => ['DELETE', `comments?id=${(await comment()).id}`],
  ],
  [
    'DELETE featurecomment of the owner',
    visitorsFirst(owners),
    async ({ comment }) => ['DELETE', `featurecomment?id=${(await comment()).id}`],
  ],
  ...(['comments', 'featurecomment'] as const).map((path): [string, Statuses, Call] => [
    `DELETE ${path} of one’s own`,
    // Visitors and strangers can't have any.
    [401, 401, 200, 200, 200, 200, 200, 404, 401],
    async ({ id, as }) => {
      const body = { mapID: id, mapComment: 'My own' };
      const own = as ? await calls.call('POST', 'comments', { as, body }) : undefined;
      return ['DELETE', `${path}?id=${own?.status === 200 ? own.body.id : randomUUID()}`];
    },
  ]),
  [
    'POST layers',
    visitorsFirst(signedIn),
    async ({ raster }) => ['POST', 'layers', { rasterID: (await raster()).id, comment: 'Hello' }],
  ],
  ['GET proposals', editors, async ({ id }) => ['GET', `proposals?id=${id}`]],
  [
    'GET proposals of one’s own',
    editors,
    async ({ id }) => ['GET', `proposals?id=${id}&mine=true`],
  ],
  [
    'GET proposals of one’s own on all maps',
    anyAccount,
    async () => ['GET', 'proposals?mine=true'],
  ],
  [
    'POST proposals',
    editors,
    async ({ id }) => [
      'POST',
      'proposals',
      { type: 'add', mapID: id, feature: { geometry: square() } },
    ],
  ],
  [
    'POST proposals: several changes at once',
    editors,
    async ({ id, feature }) => {
      const made = [await feature(), await feature()];
      const changes = made.map((each) => change(each.id, each.revision));
      return ['POST', 'proposals', { type: 'changes', mapID: id, changes }];
    },
  ],
  [
    'PUT proposals',
    editors,
    async ({ id, feature }) => {
      const { id: DBID, revision } = await feature();
      return [
        'PUT',
        'proposals',
        { DBID, mapID: id, latestVersion: revision, feature: { geometry: square(3) } },
      ];
    },
  ],
  [
    'DELETE proposals of an editor',
    [401, 403, 403, 403, 200, 403, 403, 404, 403],
    async ({ proposal }) => ['DELETE', `proposals?id=${(await proposal()).id}`],
  ],
  [
    'PUT manage',
    visitorsFirst(reviewers),
    async ({ proposal }) => ['PUT', 'manage', { id: (await proposal()).id, decision: 'accept' }],
  ],
  [
    'POST manage',
    visitorsFirst(reviewers),
    async ({ proposal }) => [
      'POST',
      'manage',
      { featureID: (await proposal()).changes[0]?.feature_id, decision: 'accept' },
    ],
  ],
  [
    'DELETE manage',
    visitorsFirst(reviewers),
    async ({ proposal }) => [
      'DELETE',
      'manage',
      { featureID: (await proposal('delete')).changes[0]?.feature_id, decision: 'reject' },
    ],
  ],
  [
    'POST manage: dismiss a comment',
    visitorsFirst(reviewers),
    async ({ id }) => {
      const body = { mapID: id, mapComment: 'Hello' };
      const comment = await calls.done('POST', 'comments', { as: people.editor, body });
      return ['POST', 'manage', { commentID: comment.id, decision: 'dismiss' }];
    },
  ],
  ['GET vector_layers', viewers, async ({ id }) => ['GET', `vector_layers?id=${id}`]],
  [
    'POST vector_layers',
    owners,
    async ({ id }) => ['POST', 'vector_layers', { mapID: id, name: 'Nests' }],
  ],
  [
    'PUT vector_layers',
    visitorsFirst(owners),
    async ({ layer }) => ['PUT', 'vector_layers', { id: (await layer()).id, is_hidden: true }],
  ],
  [
    'PUT vector_layers: fields',
    visitorsFirst(owners),
    async ({ layer }) => {
      const fields = [{ key: 'count', name: 'count', type: 'number' }];
      return ['PUT', 'vector_layers', { id: (await layer()).id, fields }];
    },
  ],
  [
    'GET layer_values',
    visitorsFirst(owners),
    async ({ layer }) => ['GET', `layer_values?id=${(await layer()).id}&attribute=name`],
  ],
  [
    'PUT layers',
    owners,
    async ({ id, layer }) => [
      'PUT',
      'layers',
      { id, old_dataset: (await layer()).dataset, new_dataset: 'New' },
    ],
  ],
  ['GET layers', viewers, async ({ id }) => ['GET', `layers?id=${id}`]],
  [
    'GET the picture of a raster',
    viewers,
    async ({ raster }) => ['GET', `layers/${(await raster()).id}/picture.png`],
  ],
  ['DELETE layers', owners, async ({ raster }) => ['DELETE', `layers?id=${(await raster()).id}`]],
  [
    'PUT raster_place',
    owners,
    async ({ raster }) => [
      'PUT',
      'raster_place',
      { id: (await raster()).id, coordinates: '1 2 3 4' },
    ],
  ],
  ['GET species_range', everybody, async () => ['GET', 'species_range?species=Whooping%20crane']],
  [
    'POST species_range',
    [401, 401, 403, 403, 200, 200, 200, 404, 403],
    async ({ id }) => ['POST', 'species_range', { mapID: id, species: 'Grus americana' }],
  ],
  ['GET gbif', everybody, async () => ['GET', 'gbif?q=Grus%20americana']],
  [
    'POST standardize',
    readers,
    async ({ id }) => ['POST', 'standardize', { id, feats: [square()] }],
  ],
  ['GET export', readers, async ({ id }) => ['GET', `export?id=${id}&format=csv`]],
  ['GET tiles', viewers, async ({ id }) => ['GET', `tiles/${id}/0/0/0.mvt`]],
];

const unchangedScenes = new Map<string, Promise<Scene>>();
/**
 * A map for each row and role. What is read or refused changes nothing, so that all such rows share one
 * map for each role, except for the row that begins with a deleted map.
 */
function sceneOf(name: string, role: (typeof roles)[number], status: number): Promise<Scene> {
  const isChanged = !name.startsWith('GET ') && status === 200;
  if (isChanged || name === 'POST restore') return sceneFor(role);
  const known = unchangedScenes.get(role) ?? sceneFor(role);
  unchangedScenes.set(role, known);
  return known;
}

describe.each(table)('%s', (name, statuses, call) => {
  test.each(roles.map((role, index) => [role, statuses[index]] as const))(
    '%s: %i',
    async (role, status) => {
      const scene = await sceneOf(name, role, status);
      const [method, url, body] = await call(scene);
      const reply = await calls.call(method, url, {
        as: scene.as,
        token: scene.token,
        key: scene.key,
        body,
      });
      expect({
        status: reply.status,
        error: reply.status === 200 ? undefined : reply.body.error,
      }).toEqual({
        status,
        error: status === 200 ? undefined : expect.stringMatching(/\S[.]$/),
      });
    },
  );
});

test('every call is in the table of roles, or is a form or a socket with a table of its own', async () => {
  await meetOthers('again');
  const made: { method: string; url: string }[] = [];
  const scene = await sceneFor('owner');
  for (const [name, , call] of table) {
    const [method, path] = await call(name === 'POST restore' ? await sceneFor('owner') : scene);
    made.push({ method, url: `/api/rrm/${path}` });
  }
  const missing = routesOf(product.app, /^\/api\/rrm\//).filter(
    (route) => !made.some((call) => answers(route, call)),
  );
  expect(missing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/rrm/live/:id',
    'GET /api/rrm/thumbnails/:id/:version',
    'POST /api/rrm/upload',
    'PUT /api/rrm/upload',
  ]);
});

test('a token visitor’s proposal carries a stable name, and only their browser withdraws it', async () => {
  const { id, token } = await calls.createMap(people.owner);
  const propose = (cookies?: Record<string, string>) =>
    calls.call('POST', 'proposals', {
      token,
      cookies,
      body: { type: 'add', mapID: id, feature: { geometry: square() } },
    });
  const first = await propose();
  const cookies = Object.fromEntries(first.cookies.map(({ name, value }) => [name, value]));
  const second = await propose(cookies);
  expect(first.body.editor).toMatch(/^Visitor [2-9A-Z]{4}$/);
  expect(second.body.editor).toBe(first.body.editor);
  const url = `proposals?id=${first.body.id}`;
  expect((await calls.call('DELETE', url, { token })).status).toBe(403);
  expect((await calls.call('DELETE', url, { token, cookies })).body).toEqual({ id: first.body.id });
});

test('an editor’s edit of a point is refused with the specification’s sentence', async () => {
  const { id } = await calls.createMap(people.owner, { editors: [people.editor] });
  const { id: DBID, revision } = await calls.addFeature(people.owner, id, {
    type: 'Point',
    coordinates: [1, 2],
  });
  const propose = (as: TestAccount, feature: object, latestVersion = revision) =>
    calls.call('PUT', 'proposals', { as, body: { DBID, mapID: id, latestVersion, feature } });
  const moved = { geometry: { type: 'Point', coordinates: [3, 4] } };
  expect(await propose(people.editor, moved)).toMatchObject({
    status: 403,
    body: { error: 'To edit point data, propose a new point and/or delete the old one' },
  });
  // At this revision there was no point yet, and the edit would count as adding a feature.
  expect(await propose(people.editor, moved, revision - 1)).toMatchObject({
    status: 409,
    body: { code: 'unknown_revision' },
  });
  const renamed = { geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'A' } };
  expect((await propose(people.editor, renamed)).status).toBe(200);
});

test('a visitor’s range import adds nothing, and is refused with the specification’s sentence', async () => {
  const { id, token } = await calls.createMap(people.owner);
  const contents = async () => ({
    layers: await calls.done('GET', `vector_layers?id=${id}`, { as: people.owner }),
    features: await calls.listFeatures(people.owner, id),
    map: await calls.done('GET', `map_requests?id=${id}`, { as: people.owner }),
  });
  const before = await contents();
  const reply = await calls.call('POST', 'species_range', {
    token,
    body: { mapID: id, species: 'Grus americana' },
  });
  expect(reply).toMatchObject({
    status: 401,
    body: { error: 'To add species ranges to the map, please sign up to make an account.' },
  });
  expect(await contents()).toEqual(before);
});

test('a collaborator is an editor unless the owner says otherwise, and gets another role at once', async () => {
  const { id } = await calls.createMap(people.owner);
  const { username } = people.spare;
  const give = (role?: string) =>
    calls.call('POST', 'map_users', { as: people.owner, body: { mapID: id, username, role } });
  const seen = async () =>
    (await calls.call('GET', `map_requests?id=${id}`, { as: people.spare })).body.status;
  expect((await give()).body).toMatchObject([{ username, role: 'editor' }]);
  expect((await give('reviewer')).body).toMatchObject([{ username, role: 'reviewer' }]);
  expect(await seen()).toBe('reviewer');
  // Without a role the call is the specification's, which does not know of roles.
  expect((await give()).body).toMatchObject([{ username, role: 'reviewer' }]);
  expect((await give('viewer')).body).toMatchObject([{ username, role: 'viewer' }]);
  expect(await seen()).toBe('viewer');
  const listed = await calls.done('GET', 'maps_requests?type=my_maps', { as: people.spare });
  expect(listed.find((each: { id: number }) => each.id === id)).toMatchObject({ status: 'viewer' });
  expect(await give('creator')).toMatchObject({ status: 400 });
  // Nobody raises themselves.
  expect(
    await calls.call('POST', 'map_users', {
      as: people.spare,
      body: { mapID: id, username, role: 'reviewer' },
    }),
  ).toMatchObject({ status: 403 });
});

test('an invited viewer reads the team’s comments on a private map, but nothing about proposals', async () => {
  await meetOthers('word');
  const scene = await sceneFor('invited viewer');
  const { id: word } = await scene.comment();
  const { id: proposalID } = await scene.proposal();
  const body = { mapID: scene.id, mapComment: 'About the proposal', proposalID };
  await calls.done('POST', 'comments', { as: people.owner, body });
  const read = await calls.done('GET', `comments?id=${scene.id}`, { as: scene.as });
  expect(read.map(({ id }: { id: string }) => id)).toEqual([word]);
});
