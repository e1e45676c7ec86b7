import { ringAround } from '@refugia/engine/testing/map-features.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mapCallsOf } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import { findFeatures, storeFeatures } from './feature-rows.ts';

// What the rows hold is the expected value of each test: the database is read without this module.

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;
let layerId: string;
let mapId: number;
let id: string;
const large = (radius: number): FlatGeometry => ({
  type: 'Polygon',
  coordinates: [ringAround([10, 10], radius, 1_000)],
});

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());
beforeEach(async () => {
  ({ id: mapId } = await calls.createMap(owner));
  layerId = await calls.defaultLayer(owner, mapId);
  ({ id } = await calls.addFeature(owner, mapId, large(1)));
});

const orm = () => product.platform.database.orm;
const found = async (queryable: Queryable = orm()) =>
  (await findFeatures(queryable, [id])).get(id)?.state.geometry;
const stored = async (queryable: Queryable = orm()) =>
  (await queryable.select().from(mapFeature).where(eq(mapFeature.id, id)))[0]?.geometry;
const store = (geometry: FlatGeometry, revision: number) => ({
  id,
  revision,
  state: { geometry, properties: {}, layerId },
  isDeleted: false,
});

test('a large geometry is known from one reading to the next', async () => {
  const first = await found();
  expect(first).toEqual(await stored());
  expect(await found()).toBe(first);
});

test('a geometry that another process wrote is read', async () => {
  await found();
  // The revision is the same, as after a rollback in this process.
  await orm()
    .update(mapFeature)
    .set({ geometry: large(2) })
    .where(eq(mapFeature.id, id));
  expect(await found()).toEqual(large(2));
});

test('a geometry that was rolled back is forgotten, though its revision is given once more', async () => {
  const undone = orm().transaction(async (transaction) => {
    await storeFeatures(transaction, mapId, [store(large(3), 2)]);
    expect(await found(transaction)).toEqual(await stored(transaction));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await orm()
    .update(mapFeature)
    .set({ geometry: large(4), revision: 2 })
    .where(eq(mapFeature.id, id));
  expect(await found()).toEqual(large(4));
});

test('of two features that one call stored, each has its own geometry', async () => {
  const other = await calls.addFeature(owner, mapId, large(5));
  await orm().transaction((transaction) =>
    storeFeatures(transaction, mapId, [
      store(large(6), 3),
      { ...store(large(7), 3), id: other.id },
    ]),
  );
  const both = await findFeatures(orm(), [id, other.id]);
  expect(both.get(id)?.state.geometry).toEqual(large(6));
  expect(both.get(other.id)?.state.geometry).toEqual(large(7));
});
