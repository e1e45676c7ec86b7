import { randomUUID } from 'node:crypto';
import { makePatch } from '@refugia/engine/merge/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mapCallsOf, square } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let editor: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  editor = await product.registerAndLogin('proposer');
});
afterAll(() => product.close());

const newMap = async () => (await calls.createMap(owner, { editors: [editor] })).id;
const creation = (name: string) => ({
  feature_id: randomUUID(),
  base_revision: 0,
  patch: { kind: 'create', after: { geometry: square(), properties: { name } } },
});
const proposeAll = (mapID: number, changes: object[], more: object = {}) =>
  calls.call('POST', 'proposals', {
    as: editor,
    body: { type: 'changes', mapID, changes, ...more },
  });
const decide = (body: object) => calls.call('PUT', 'manage', { as: owner, body });
const names = async (id: number) =>
  (await calls.listFeatures(owner, id)).map(
    (feature: { properties: { name: string } }) => feature.properties.name,
  );

test('a proposal tells each feature before and after, and changes nothing by itself', async () => {
  const id = await newMap();
  const feature = await calls.addFeature(owner, id, square(), { name: 'A' });
  const add = await calls.done('POST', 'proposals', {
    as: editor,
    body: { type: 'add', mapID: id, feature: { geometry: square(5) }, note: 'New' },
  });
  expect(add).toMatchObject({
    edit_type: 'edit_add',
    editor: 'proposer',
    note: 'New',
    is_own: true,
  });
  expect(JSON.parse(add.layer)).toEqual(square(5));
  const removal = await calls.done('POST', 'proposals', {
    as: editor,
    body: { type: 'delete', id: feature.id },
  });
  expect(removal).toMatchObject({
    edit_type: 'edit_delete',
    changes: [{ verb: 'delete', before: { properties: { name: 'A' } }, after: null }],
  });
  // The specification, part 2 §3, knows two kinds: edit_add, and all others as a deletion.
  const edit = await calls.done('PUT', 'proposals', {
    as: editor,
    body: {
      DBID: feature.id,
      mapID: id,
      latestVersion: feature.revision,
      feature: { geometry: square(3) },
    },
  });
  expect(edit).toMatchObject({ edit_type: 'edit_add', changes: [{ verb: 'edit' }] });
  expect(JSON.parse(edit.layer)).toEqual(square(3));
  const several = await proposeAll(id, [creation('B'), { ...creation('C') }]);
  expect(several.body).toMatchObject({ edit_type: 'edit_add' });
  for (const { id } of [edit, several.body]) {
    await calls.done('DELETE', `proposals?id=${id}`, { as: editor });
  }
  const list = await calls.done('GET', `proposals?id=${id}`, { as: owner });
  expect(list.map((each: { is_own: boolean }) => each.is_own)).toEqual([false, false]);
  const [shown] = await calls.listFeatures(owner, id);
  expect(shown).toMatchObject({ id: feature.id, propose_delete: true });
});

test('viewers do not learn that a feature is proposed for deletion', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const { id: featureID } = await calls.addFeature(owner, id);
  const body = { featureID, comment: 'Is it still there?' };
  await calls.done('POST', 'featurecomment', { as: owner, body });
  const removal = { type: 'delete', id: featureID };
  await calls.done('POST', 'proposals', { as: editor, body: removal });
  const seenBy = async (as: TestAccount) => {
    const [feature] = await calls.listFeatures(as, id);
    const [comment] = await calls.done('GET', `comments?id=${id}`, { as });
    return [feature, feature.comments[0], comment].map(({ propose_delete }) => propose_delete);
  };
  expect(await seenBy(editor)).toEqual([true, true, true]);
  expect(await seenBy(await product.registerAndLogin())).toEqual([false, false, false]);
});

test('a proposal is accepted in part; the rest stays open', async () => {
  const id = await newMap();
  const { body: proposal } = await proposeAll(id, [creation('A'), creation('B'), creation('C')]);
  const [first, second] = proposal.changes;
  await decide({ id: proposal.id, decision: 'accept', changes: [first.id] });
  expect(await names(id)).toEqual(['A']);
  await decide({ id: proposal.id, decision: 'reject', changes: [second.id], reason: 'Twice' });
  const [open] = await calls.done('GET', `proposals?id=${id}`, { as: owner });
  expect(open).toMatchObject({ status: 'open', reason: 'Twice' });
  expect(open.changes.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'rejected',
    'open',
  ]);
  await decide({ id: proposal.id, decision: 'accept' });
  expect(await names(id)).toEqual(['A', 'C']);
  expect(await decide({ id: proposal.id, decision: 'accept' })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
});

test('accepting is one step that can be undone', async () => {
  const id = await newMap();
  const { body: proposal } = await proposeAll(id, [creation('A'), creation('B')]);
  await decide({ id: proposal.id, decision: 'accept' });
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect(await names(id)).toEqual([]);
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'redo' } });
  expect(await names(id)).toEqual(['A', 'B']);
});

/** A map with a feature whose owner renamed it after somebody else had proposed another name. */
async function conflicting() {
  const id = await newMap();
  const feature = await calls.addFeature(owner, id, square(), { name: 'A' });
  const before = { geometry: square(), properties: { name: 'A' } };
  const { body: proposal } = await proposeAll(id, [
    {
      feature_id: feature.id,
      base_revision: feature.revision,
      patch: makePatch(before as never, { ...before, properties: { name: 'B' } } as never),
    },
  ]);
  await calls.done('PUT', 'features', {
    as: owner,
    body: { DBID: feature.id, feature: { geometry: square(), properties: { name: 'C' } } },
  });
  return { id, feature, proposal };
}

test('a moved base that can’t be merged is a conflict, and the proposal stays open until the owner chooses', async () => {
  const { id, feature, proposal } = await conflicting();
  const [shown] = await calls.done('GET', `proposals?id=${id}`, { as: owner });
  expect(shown.has_moved_base).toBe(true);
  const conflict = await decide({ id: proposal.id, decision: 'accept' });
  expect(conflict).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      conflicts: [
        {
          feature_id: feature.id,
          states: {
            base: { properties: { name: 'A' } },
            current: { properties: { name: 'C' } },
            incoming: { properties: { name: 'B' } },
          },
        },
      ],
    },
  });
  expect(await names(id)).toEqual(['C']);
  const [{ revision }] = conflict.body.conflicts;
  const resolutions = [{ feature_id: feature.id, revision, choices: ['incoming'] }];
  expect((await decide({ id: proposal.id, decision: 'accept', resolutions })).status).toBe(200);
  expect(await names(id)).toEqual(['B']);
});

/** A field with eight corners, some of which are moved or, where null, taken out. */
function field(changes: Record<number, number[] | null> = {}) {
  const octagon = [
    [4, 0],
    [3, 3],
    [0, 4],
    [-3, 3],
    [-4, 0],
    [-3, -3],
    [0, -4],
    [3, -3],
  ];
  const corners = octagon.flatMap((corner, index) => {
    const changed = changes[index + 1];
    return changed === null ? [] : [changed ?? corner];
  });
  const ring = corners.map(([east = 0, north = 0]) => [-110 + east, 44 + north]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

test('the owner moves corner 2 and deletes 7, a stale proposal moves 5 and 7 and names it: 7 alone is asked', async () => {
  const id = await newMap();
  const added = await calls.addFeature(owner, id, field());
  const { id: DBID, revision: latestVersion, layer_id: layerId } = added;
  const proposed = { geometry: field({ 5: [-5, 0], 7: [0, -5] }), properties: { name: 'Meadow' } };
  const { body: proposal } = await calls.call('PUT', 'proposals', {
    as: editor,
    body: { DBID, mapID: id, latestVersion, feature: proposed },
  });
  const byOwner = { geometry: field({ 2: [4, 4], 7: null }), properties: {} };
  await calls.done('PUT', 'features', { as: owner, body: { DBID, feature: byOwner } });

  const { status, body } = await decide({ id: proposal.id, decision: 'accept' });
  // By hand: corner 6 stands at −113, 41 and corner 8 at −107, 41.
  const stretch = (...between: number[][]) => ({
    type: 'LineString',
    coordinates: [[-113, 41], ...between, [-107, 41]],
  });
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(body.conflicts).toEqual([
    {
      feature_id: DBID,
      revision: expect.any(Number),
      merged: {
        geometry: field({ 2: [4, 4], 5: [-5, 0], 7: null }),
        properties: { name: 'Meadow' },
        layerId,
      },
      disputed: [
        {
          kind: 'stretch',
          extent: 'run',
          base: stretch([-110, 40]),
          current: stretch(),
          incoming: stretch([-110, 39]),
          reason: null,
        },
      ],
      states: {
        base: expect.anything(),
        current: { ...byOwner, layerId },
        incoming: { ...proposed, layerId },
      },
    },
  ]);

  const [{ revision }] = body.conflicts;
  const resolutions = [{ feature_id: DBID, revision, choices: ['incoming'] }];
  const stored = async () => JSON.parse((await calls.listFeatures(owner, id))[0].layer);
  expect((await decide({ id: proposal.id, decision: 'accept', resolutions })).status).toBe(200);
  expect(await stored()).toEqual(field({ 2: [4, 4], 5: [-5, 0], 7: [0, -5] }));
  // Undo leaves what the owner did before, and redo brings back what was chosen.
  const step = (action: string) =>
    calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action } });
  await step('undo');
  expect(await stored()).toEqual(byOwner.geometry);
  await step('redo');
  expect(await stored()).toEqual(field({ 2: [4, 4], 5: [-5, 0], 7: [0, -5] }));
  // Taking back the owner's own change asks for corner 7 again, and for nothing else.
  const history = await calls.done('GET', `history?id=${id}`, { as: owner });
  const own = history.findLast(({ verbs }: { verbs: string[] }) => verbs.includes('edit'));
  const revert = (more: object = {}) =>
    calls.call('POST', 'history', { as: owner, body: { id, group: own.group, ...more } });
  const again = (await revert()).body.conflicts[0];
  expect(again.disputed).toMatchObject([
    { base: stretch(), current: stretch([-110, 39]), incoming: stretch([-110, 40]) },
  ]);
  const choices = ['current'];
  await revert({ resolutions: [{ feature_id: DBID, revision: again.revision, choices }] });
  expect(await stored()).toEqual(field({ 5: [-5, 0], 7: [0, -5] }));
});

test('of several, those that can be accepted are, and the others are told', async () => {
  const { id, proposal } = await conflicting();
  const { body: other } = await proposeAll(id, [creation('D')]);
  const { status, body } = await decide({ id: [proposal.id, other.id], decision: 'accept' });
  expect(status).toBe(200);
  expect(body.conflicts).toMatchObject([{ proposal: proposal.id }]);
  expect(body.proposals.map((each: { status: string }) => each.status)).toEqual([
    'open',
    'accepted',
  ]);
  expect(await names(id)).toEqual(['C', 'D']);
});

test('an edit of what was deleted meanwhile is a conflict', async () => {
  const id = await newMap();
  const feature = await calls.addFeature(owner, id, square(), { name: 'A' });
  const { body: proposal } = await calls.call('PUT', 'proposals', {
    as: editor,
    body: {
      DBID: feature.id,
      mapID: id,
      latestVersion: feature.revision,
      feature: { geometry: square(2) },
    },
  });
  await calls.done('DELETE', `features?id=${feature.id}`, { as: owner });
  expect(await decide({ id: proposal.id, decision: 'accept' })).toMatchObject({
    status: 409,
    body: { conflicts: [{ disputed: [{ extent: 'feature', current: null }] }] },
  });
});

test('the proposer withdraws; a repeated proposal is kept once', async () => {
  const id = await newMap();
  const proposalID = randomUUID();
  const changes = [creation('A')];
  const first = await proposeAll(id, changes, { proposalID });
  expect((await proposeAll(id, changes, { proposalID })).body).toEqual(first.body);
  expect(await proposeAll(id, [creation('B')], { proposalID })).toMatchObject({
    status: 409,
    body: { code: 'operation_id_used' },
  });
  await calls.done('DELETE', `proposals?id=${proposalID}`, { as: editor });
  expect(await calls.done('GET', `proposals?id=${id}`, { as: owner })).toEqual([]);
  expect((await decide({ id: proposalID, decision: 'accept' })).status).toBe(409);
});

test('an edit that a client takes for an add is accepted by the call for adds', async () => {
  const id = await newMap();
  const { id: featureID, revision } = await calls.addFeature(owner, id, square());
  const feature = { geometry: square(3) };
  await calls.done('PUT', 'proposals', {
    as: editor,
    body: { DBID: featureID, mapID: id, latestVersion: revision, feature },
  });
  await calls.done('POST', 'manage', { as: owner, body: { featureID, decision: 'accept' } });
  const [changed] = await calls.listFeatures(owner, id);
  expect(JSON.parse(changed.layer)).toEqual(square(3));
});

test('several proposals that are decided again under the same id get the same answer', async () => {
  const id = await newMap();
  const proposals = [await proposeAll(id, [creation('A')]), await proposeAll(id, [creation('B')])];
  const ids: string[] = proposals.map(({ body }) => body.id);
  const call = { id: ids, decision: 'accept', client_operation_id: randomUUID() };
  // The process ends between the two proposals: each has a transaction of its own.
  const { orm } = product.platform.database;
  const transaction = orm.transaction.bind(orm);
  const ending = vi.spyOn(orm, 'transaction').mockImplementation(async (...args) => {
    const isFirstAccepted = (await calls.listFeatures(owner, id)).length > 0;
    if (isFirstAccepted) throw new Error('the process ends here');
    return await transaction(...args);
  });
  expect((await decide(call)).status).toBe(500);
  ending.mockRestore();
  expect(await calls.listFeatures(owner, id)).toHaveLength(1);

  const { status, body } = await decide(call);
  expect(status).toBe(200);
  expect(body.operations).toMatchObject([
    { seq: 1, verb: 'create', proposal: ids[0] },
    { seq: 2, verb: 'create', proposal: ids[1] },
  ]);
  expect(body.proposals).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  expect(await decide(call)).toMatchObject({ status: 200, body });
  expect(await calls.listFeatures(owner, id)).toHaveLength(2);
  expect(await decide({ ...call, decision: 'reject' })).toMatchObject({
    status: 409,
    body: { code: 'operation_id_used' },
  });
  expect(await decide({ id: ids, decision: 'accept' })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
});

test('an empty comment is refused with the specification’s sentence; an @username is written to', async () => {
  const id = await newMap();
  for (const mapComment of ['', '  \n ']) {
    expect(
      await calls.call('POST', 'comments', { as: editor, body: { mapID: id, mapComment } }),
    ).toMatchObject({
      status: 400,
      body: { error: 'Please type a comment before submitting' },
    });
  }
  const other = await product.registerAndLogin();
  const { id: mapID } = await calls.createMap(other, { editors: [editor] });
  const mapComment = `Look, @${other.username}: <b>wolves</b>`;
  await calls.done('POST', 'comments', { as: editor, body: { mapID, mapComment } });
  const mail = await product.waitForMail(other.email, /mentions you/);
  expect(mail.text).toContain('<b>wolves</b>');
  expect(mail.html).not.toContain('<b>wolves</b>');
});

test('a feature that is only proposed is commented on by its id, which viewers do not learn of', async () => {
  const { id } = await calls.createMap(owner, { editors: [editor], isPublic: true });
  const body = { type: 'add', mapID: id, feature: { geometry: square() } };
  const proposal = await calls.done('POST', 'proposals', { as: editor, body });
  const featureID = proposal.changes[0].feature_id;
  const comment = (as: TestAccount) =>
    calls.call('POST', 'featurecomment', { as, body: { featureID, comment: 'Is it wet?' } });
  // The specification, part 2 §3: a comment tells whether what it is about is a proposed add.
  expect((await comment(owner)).body).toMatchObject({ propose_add: true, proposal: proposal.id });
  const viewer = await product.registerAndLogin();
  expect((await comment(viewer)).status).toBe(404);
  expect(await calls.done('GET', `comments?id=${id}`, { as: viewer })).toEqual([]);
  const [{ id: commentID }] = await calls.done('GET', `comments?id=${id}`, { as: editor });
  const accept = (as: TestAccount) =>
    calls.call('POST', 'manage', { as, body: { commentID, decision: 'accept' } });
  expect((await accept(editor)).status).toBe(403);
  const { status, body: decided } = await accept(owner);
  expect(status).toBe(200);
  expect(decided.proposals).toMatchObject([{ id: proposal.id, status: 'accepted' }]);
  expect(await calls.listFeatures(owner, id)).toMatchObject([{ id: featureID }]);
  const [settled] = await calls.done('GET', `comments?id=${id}`, { as: editor });
  expect(settled.resolved).toBe(true);
});

test('a comment on a place is dismissed by the owner alone', async () => {
  const id = await newMap();
  const comment = await calls.done('POST', 'comments', {
    as: editor,
    body: { mapID: id, mapComment: 'The gate is here.', place: [-96.1, 41.2] },
  });
  const body = { commentID: comment.id, decision: 'dismiss' };
  expect((await calls.call('POST', 'manage', { as: editor, body })).status).toBe(403);
  await calls.done('POST', 'manage', { as: owner, body });
  expect(await calls.done('GET', `comments?id=${id}`, { as: editor })).toMatchObject([
    { id: comment.id, place: [-96.1, 41.2], resolved: true },
  ]);
});

test('a dismissed comment resolves its feature', async () => {
  const id = await newMap();
  const { id: featureID } = await calls.addFeature(owner, id);
  const comment = await calls.done('POST', 'featurecomment', {
    as: editor,
    body: { featureID, comment: 'Here?' },
  });
  expect((await calls.listFeatures(owner, id))[0]).toMatchObject({
    resolved: false,
    comments: [{ comment: 'Here?' }],
  });
  await calls.done('POST', 'manage', {
    as: owner,
    body: { featureID, commentID: comment.id, decision: 'dismiss' },
  });
  expect((await calls.listFeatures(owner, id))[0]).toMatchObject({ resolved: true });
});

test('a change that was accepted is told by who proposed it and who accepted it, as history and by feature', async () => {
  const id = await newMap();
  const own = await calls.addFeature(owner, id, square(), { name: 'Own' });
  const proposed = creation('Theirs');
  const { body } = await proposeAll(id, [proposed]);
  await decide({ id: body.id, decision: 'accept' });
  const history = await calls.done('GET', `history?id=${id}`, { as: editor });
  expect(history).toMatchObject([
    {
      author: { id: editor.id, username: 'proposer' },
      accepted_by: { id: owner.id, username: owner.username },
    },
    { author: { id: owner.id }, accepted_by: null },
  ]);
  const ofFeature = (feature: string, as: TestAccount = editor) =>
    calls.call('GET', `history?id=${id}&feature=${feature}&limit=1`, { as });
  expect((await ofFeature(proposed.feature_id)).body).toEqual([history[0]]);
  expect((await ofFeature(own.id)).body).toEqual([history[1]]);
  expect((await ofFeature(randomUUID())).body).toEqual([]);
  // The undoing is the owner's own.
  await calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action: 'undo' } });
  expect((await ofFeature(proposed.feature_id)).body).toMatchObject([
    { author: { id: owner.id }, accepted_by: null },
  ]);
  // A feature of another map is none of this one.
  const other = await newMap();
  const elsewhere = await calls.addFeature(owner, other);
  expect((await ofFeature(elsewhere.id, owner)).body).toEqual([]);
});

test('one’s own proposals are told in every state, with the reason, over all maps that one works on', async () => {
  const first = await newMap();
  const second = await newMap();
  const open = (await proposeAll(first, [creation('Open')])).body;
  const rejected = (await proposeAll(second, [creation('Rejected')])).body;
  const accepted = (await proposeAll(second, [creation('Accepted')])).body;
  const withdrawn = (await proposeAll(second, [creation('Withdrawn')])).body;
  await decide({ id: rejected.id, decision: 'reject', reason: 'Seen twice' });
  await decide({ id: accepted.id, decision: 'accept' });
  await calls.done('DELETE', `proposals?id=${withdrawn.id}`, { as: editor });
  const mine = (query = '', as = editor) =>
    calls.call('GET', `proposals?mine=true${query}`, { as });
  const states = (reply: { body: { id: string; status: string; reason: string | null }[] }) =>
    reply.body.map(({ id, status, reason }) => [id, status, reason]);
  const expected = [
    [withdrawn.id, 'withdrawn', null],
    [accepted.id, 'accepted', null],
    [rejected.id, 'rejected', 'Seen twice'],
    [open.id, 'open', null],
  ];
  const all = await mine();
  expect(states(all).slice(0, 4)).toEqual(expected);
  expect(all.body[3]).toMatchObject({ is_own: true, map_name: 'Untitled map', mapID: first });
  expect(states(await mine(`&id=${second}`))).toEqual(expected.slice(0, 3));
  expect(states(await mine(`&id=${second}&limit=1&offset=1`))).toEqual([expected[1]]);
  expect(states(await mine('&status=open'))[0]).toEqual(expected[3]);
  // A link leads to one proposal, whatever became of it; on another map it is none.
  const one = (map: number, as = owner) =>
    calls.call('GET', `proposals?id=${map}&proposal=${rejected.id}`, { as });
  expect(states(await one(second))).toEqual([expected[2]]);
  expect(states(await one(second, editor))).toEqual([expected[2]]);
  expect((await one(first)).body).toEqual([]);
  expect((await one(second, await product.registerAndLogin())).status).toBe(404);
  // The owner has proposed nothing.
  expect((await mine('', owner)).body).toEqual([]);
  expect((await mine(`&id=${first}`, owner)).body).toEqual([]);
  expect((await calls.call('GET', 'proposals?mine=true')).status).toBe(401);
  expect((await calls.call('GET', 'proposals', { as: editor })).status).toBe(400);

  // Who was removed from a map reads nothing of it, not even by proposals of their own.
  await calls.done('DELETE', 'map_users', {
    as: owner,
    body: { mapID: second, editorID: editor.id },
  });
  expect(states(await mine())[0]).toEqual(expected[3]);
  expect((await mine(`&id=${second}`)).status).toBe(404);
  // A deleted map is not told of.
  await calls.done('DELETE', `map_requests?id=${first}`, { as: owner });
  expect(states(await mine()).map(([id]) => id)).not.toContain(open.id);
});

test('a visitor with a map’s token lists the proposals of that browser on that map alone', async () => {
  const { id, token } = await calls.createMap(owner);
  const body = { type: 'add', mapID: id, feature: { geometry: square() } };
  const made = await calls.call('POST', 'proposals', { token, body });
  const cookies = Object.fromEntries(made.cookies.map(({ name, value }) => [name, value]));
  const list = (options: object) => calls.call('GET', `proposals?id=${id}&mine=true`, options);
  expect((await list({ token, cookies })).body).toMatchObject([{ id: made.body.id }]);
  expect((await list({ token })).body).toEqual([]);
  expect((await list({ cookies })).status).toBe(404);
  await calls.done('POST', 'token', { as: owner, body: { id } });
  expect((await list({ token, cookies })).status).toBe(404);
});

test('a comment names its feature as it is now, until the feature is gone', async () => {
  const id = await newMap();
  const feature = await calls.addFeature(owner, id, square(), { kind: 'pond', name: 'Otter pond' });
  const body = { featureID: feature.id, comment: 'How deep?' };
  const comment = await calls.done('POST', 'featurecomment', { as: editor, body });
  expect(comment).toMatchObject({ feature: feature.id, feature_name: '“Otter pond”' });
  const listed = async () => (await calls.done('GET', `comments?id=${id}`, { as: editor }))[0];
  await calls.done('PUT', 'features', {
    as: owner,
    body: { DBID: feature.id, feature: { geometry: square(), properties: { kind: 'pond' } } },
  });
  expect((await listed()).feature_name).toBeNull();
  await calls.done('DELETE', `features?id=${feature.id}`, { as: owner });
  expect((await listed()).feature_name).toBeNull();
});

test('the list of maps tells the owner alone how many proposals wait', async () => {
  const id = await newMap();
  const first = (await proposeAll(id, [creation('A')])).body;
  await proposeAll(id, [creation('B')]);
  const waiting = async (as: TestAccount, type = 'my_maps') =>
    (await calls.done('GET', `maps_requests?type=${type}`, { as })).find(
      (each: { id: number }) => each.id === id,
    )?.waiting_proposals;
  expect(await waiting(owner)).toBe(2);
  expect(await waiting(editor)).toBeUndefined();
  await decide({ id: first.id, decision: 'reject' });
  expect(await waiting(owner)).toBe(1);
  await calls.done('PUT', 'status', { as: owner, body: { id, new_status: 'public' } });
  expect(await waiting(editor, 'public_maps')).toBeUndefined();
  expect(await waiting(owner, 'public_maps')).toBe(1);
});
