import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, tinyPng, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin('replyowner');
  editor = await product.registerAndLogin('replyeditor');
});
afterAll(() => product.close());

interface Said {
  readonly id: string;
  readonly comment: string;
  readonly resolved: boolean;
}

const post = (as: TestAccount, path: string, body: object) =>
  calls.done('POST', path, { as, body });
const replyTo = (as: TestAccount, mapID: number, parentID: string, mapComment = 'I see') =>
  calls.call('POST', 'comments', { as, body: { mapID, mapComment, parentID } });
const listed = async (as: TestAccount, id: number): Promise<Said[]> =>
  await calls.done('GET', `comments?id=${id}`, { as });

/** A map with a comment of the owner on it, and on each kind of thing that it may hold. */
async function mapWithComments() {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const feature = await calls.addFeature(owner, id);
  const upload = { as: owner, mapId: id, name: 'a.png', content: await tinyPng() };
  const { id: rasterID } = (await uploadTo(product, upload)).body.map_layer;
  const proposal = await post(editor, 'proposals', {
    type: 'add',
    mapID: id,
    feature: { geometry: { type: 'Point', coordinates: [1, 2] } },
  });
  const mapComment = 'What is this?';
  return {
    id,
    comments: {
      map: await post(owner, 'comments', { mapID: id, mapComment, place: [1, 2] }),
      feature: await post(owner, 'featurecomment', { featureID: feature.id, comment: mapComment }),
      raster: await post(owner, 'layers', { rasterID, comment: mapComment }),
      proposal: await post(owner, 'comments', { mapID: id, mapComment, proposalID: proposal.id }),
    },
  };
}

test('a reply is about what its comment is about, and is dismissed with it', async () => {
  const { id, comments } = await mapWithComments();
  for (const { id: parent, feature, raster, proposal } of Object.values(comments)) {
    const { body: reply } = await replyTo(editor, id, parent);
    // The place is that of the comment: a reply is no second pin.
    expect(reply).toMatchObject({ parent, feature, raster, proposal, place: null });
    const { body: second } = await replyTo(owner, id, reply.id, 'Thank you');
    expect(second).toMatchObject({ parent: reply.id, feature, raster, proposal });
    await post(owner, 'manage', { commentID: parent, decision: 'dismiss' });
    const thread = [parent, reply.id, second.id];
    const isDismissed = (await listed(owner, id)).map((each) => [
      thread.includes(each.id),
      each.resolved,
    ]);
    expect(isDismissed.filter(([isOfThread]) => isOfThread)).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  }
});

test('who wrote a comment is told of a reply', async () => {
  const { id, comments } = await mapWithComments();
  const { body: reply } = await replyTo(editor, id, comments.map.id, 'A spring');
  await replyTo(owner, id, reply.id, 'Since when?');
  const told = async ({ headers }: TestAccount) =>
    (await product.app.inject({ url: '/api/notifications', headers })).json();
  expect(await told(owner)).toContainEqual(
    expect.objectContaining({ kind: 'reply', excerpt: 'A spring' }),
  );
  expect(await told(editor)).toContainEqual(
    expect.objectContaining({ kind: 'reply', excerpt: 'Since when?' }),
  );
});

test('a reply to what was said in private stays private when the map is published', async () => {
  const { id, comments } = await mapWithComments();
  const stranger = await product.registerAndLogin();
  await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'public' } });
  const { body: hidden } = await replyTo(editor, id, comments.map.id, '@replyeditor in private');
  expect(hidden.is_public).toBe(false);
  expect(await listed(stranger, id)).toEqual([]);
  expect(await replyTo(stranger, id, comments.map.id)).toMatchObject({
    status: 404,
    body: { code: 'comment_not_found' },
  });
});

test('an invited viewer replies to what they may read, which is nothing on proposals', async () => {
  const { id, comments } = await mapWithComments();
  const viewer = await product.registerAndLogin('replyviewer');
  const invitation = { mapID: id, username: 'replyviewer', role: 'viewer' };
  await post(owner, 'map_users', invitation);
  expect(await replyTo(viewer, id, comments.proposal.id)).toMatchObject({ status: 404 });
  expect(await replyTo(viewer, id, comments.raster.id)).toMatchObject({ status: 200 });
});

test('a reply to nothing, to another map’s comment, or with a place of its own is refused', async () => {
  const { id, comments } = await mapWithComments();
  const { id: other } = await calls.createMap(owner, { editors: [editor] });
  const elsewhere = await post(editor, 'comments', { mapID: other, mapComment: 'Elsewhere' });
  for (const parent of [randomUUID(), elsewhere.id]) {
    expect(await replyTo(editor, id, parent)).toMatchObject({ status: 404 });
  }
  const body = { mapID: id, mapComment: 'Here', parentID: comments.map.id, place: [3, 4] };
  const refused = await calls.call('POST', 'comments', { as: editor, body });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('A reply is about the same thing as its comment') },
  });
});

test('a reply stays when its comment is deleted', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor] });
  const { id: featureID } = await calls.addFeature(owner, id);
  const comment = await post(editor, 'featurecomment', { featureID, comment: 'What is this?' });
  const { body: reply } = await replyTo(editor, id, comment.id);
  await calls.done('DELETE', `featurecomment?id=${comment.id}`, { as: editor });
  expect(await listed(owner, id)).toMatchObject([
    { id: reply.id, parent: null, feature: featureID },
  ]);
});
