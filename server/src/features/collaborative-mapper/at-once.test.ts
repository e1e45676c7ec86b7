import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, square } from '../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { storeFeatures } from './log/feature-rows.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let editor: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
  editor = await product.registerAndLogin();
});
afterAll(() => product.close());

interface Repeated {
  readonly path: string;
  /** The call's body with an id that the browser chose. */
  body(mapID: number, id: string, text: string): object;
}
const feature = { geometry: square() };
const repeated: [name: string, call: Repeated][] = [
  [
    'proposal',
    {
      path: 'proposals',
      body: (mapID, proposalID, note) => ({ type: 'add', mapID, proposalID, feature, note }),
    },
  ],
  ['comment', { path: 'comments', body: (mapID, id, mapComment) => ({ mapID, id, mapComment }) }],
  [
    'operation',
    {
      path: 'operations',
      body: (mapID, client_operation_id, name) => ({
        mapID,
        client_operation_id,
        changes: [
          {
            feature_id: client_operation_id,
            base_revision: 0,
            patch: { kind: 'create', after: { ...feature, properties: { name } } },
          },
        ],
      }),
    },
  ],
];

test.each(repeated)('a %s that is sent several times at once is stored once', async (_, call) => {
  const { id: mapId } = await calls.createMap(owner);
  const send = (id: string, text: string) =>
    calls.call('POST', call.path, { as: owner, body: call.body(mapId, id, text) });
  const id = randomUUID();
  const same = await Promise.all(Array.from({ length: 4 }, () => send(id, 'A')));
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { body } of same) expect(body).toEqual(same[0]?.body);

  const other = randomUUID();
  const differing = await Promise.all(['A', 'B', 'C', 'D'].map((text) => send(other, text)));
  expect(differing.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  for (const { status, body } of differing) {
    if (status === 409) expect(body.code).toBe('operation_id_used');
  }
});

test('a feature whose id another map has got meanwhile is refused and not lost in silence', async () => {
  const { id: first } = await calls.createMap(owner);
  const { id: second } = await calls.createMap(owner);
  const { id } = await calls.addFeature(owner, first);
  const layerId = await calls.defaultLayer(owner, second);
  const state = { geometry: square() as never, properties: {}, layerId };
  const stored = product.platform.database.orm.transaction((transaction) =>
    storeFeatures(transaction, second, [{ id, revision: 1, state, isDeleted: false }]),
  );
  await expect(stored).rejects.toMatchObject({ statusCode: 409, code: 'feature_id_used' });
  expect(await calls.listFeatures(owner, first)).toMatchObject([{ id, revision: 1 }]);
});

test('one id for features of two maps at once makes one feature, and one entry of a log', async () => {
  for (let round = 0; round < 5; round++) {
    const maps = await Promise.all([calls.createMap(owner), calls.createMap(owner)]);
    const id = randomUUID();
    const replies = await Promise.all(
      maps.map(({ id: mapID }) =>
        calls.call('POST', 'features', { as: owner, body: { mapID, feature: { id, ...feature } } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const [index, { id: mapId }] of maps.entries()) {
      const made = replies[index]?.status === 200 ? 1 : 0;
      expect(await calls.listFeatures(owner, mapId)).toHaveLength(made);
      const log = await calls.done('GET', `operations?id=${mapId}&since=0`, { as: owner });
      expect(log.operations).toHaveLength(made);
    }
  }
});

test('a proposal that is accepted and withdrawn at once is one of both', async () => {
  const { id: mapId } = await calls.createMap(owner, { editors: [editor] });
  let accepted = 0;
  for (let round = 0; round < 8; round++) {
    const { id } = await calls.done('POST', 'proposals', {
      as: editor,
      body: { type: 'add', mapID: mapId, feature },
    });
    const [acceptance, withdrawal] = await Promise.all([
      calls.call('PUT', 'manage', { as: owner, body: { id, decision: 'accept' } }),
      calls.call('DELETE', `proposals?id=${id}`, { as: editor }),
    ]);
    expect([acceptance.status, withdrawal.status].sort()).toEqual([200, 409]);
    if (acceptance.status === 200) accepted++;
    expect(await calls.listFeatures(owner, mapId)).toHaveLength(accepted);
  }
});

test('a proposal that was withdrawn does not keep others from being accepted with it', async () => {
  const { id: mapId } = await calls.createMap(owner, { editors: [editor] });
  const propose = () =>
    calls.done('POST', 'proposals', { as: editor, body: { type: 'add', mapID: mapId, feature } });
  const proposals = [await propose(), await propose(), await propose()];
  await calls.done('DELETE', `proposals?id=${proposals[1].id}`, { as: editor });
  const decision = { id: proposals.map(({ id }) => id), decision: 'accept' };
  const reply = await calls.done('PUT', 'manage', { as: owner, body: decision });
  expect(reply.proposals.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'withdrawn',
    'accepted',
  ]);
  expect(reply.operations).toHaveLength(2);
  expect(await calls.listFeatures(owner, mapId)).toHaveLength(2);
  expect(await calls.call('PUT', 'manage', { as: owner, body: decision })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
});
