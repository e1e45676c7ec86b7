import { limits } from '@refugia/contract/limits.ts';
import {
  fileOf,
  type ManyFeatures,
  manyFeatures,
  type VectorFormat,
} from '@refugia/engine/testing/large-files.ts';
import { partsOf } from '@refugia/engine/vector/geometry/parts.ts';
import type { FlatGeometry } from '@refugia/engine/vector/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let owner: TestAccount;
let calls: ReturnType<typeof mapCallsOf>;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());

const mostFeatures = limits.collaborativeMapper.maxImportedFeatures;
const mostPositions = limits.collaborativeMapper.maxImportedPositions;
const polygons = { shape: 'polygons', positionsEach: 10 } as const;
const lines = { shape: 'lines', positionsEach: 10 } as const;

// The numbers of features that fit into ten megabytes. Coordinates as text are long, and archives
// compress them.
test.each<[VectorFormat, ManyFeatures]>([
  ['json', { shape: 'points', count: 60_000 }],
  ['json', { ...polygons, count: 24_000 }],
  ['json', { shape: 'polygons', count: 1, positionsEach: 380_000 }],
  ['kml', { shape: 'points', count: 34_000 }],
  ['kml', { ...lines, count: 18_000 }],
  ['kmz', { shape: 'points', count: mostFeatures }],
  ['kmz', { ...polygons, count: mostFeatures }],
  ['kmz', { shape: 'polygons', count: 1, positionsEach: mostPositions }],
  ['zip', { shape: 'points', count: mostFeatures }],
  ['zip', { ...polygons, count: mostFeatures }],
  ['zip', { ...lines, count: mostFeatures }],
  ['zip', { shape: 'polygons', count: 85, positionsEach: 10_000 }],
])('%s with %o goes in whole', async (format, wanted) => {
  const features = manyFeatures(wanted);
  const content = fileOf(features, format);
  expect(content.length).toBeLessThanOrEqual(limits.upload.vectorMaxBytes);
  const { id } = await calls.createMap(owner);
  const { status, body } = await uploadTo(product, {
    as: owner,
    mapId: id,
    name: `many.${format}`,
    content,
  });
  expect({ status, reason: body.reason, skipped: body.skipped }).toEqual({
    status: 200,
    skipped: [],
  });
  expect(body.layer.feature_count).toBe(wanted.count);
  // The last feature is complete: its attribute, and each of its positions.
  const last = `features?id=${id}&limit=1&offset=${wanted.count - 1}`;
  const [stored] = (await calls.done('GET', last, { as: owner })).features;
  const given = features.at(-1)!;
  expect(Number(stored.properties.n)).toBe(given.properties.n);
  const parts = partsOf(given.geometry);
  const geometry: FlatGeometry = JSON.parse(stored.layer);
  if (parts.points.length > 0) expect(geometry).toEqual(given.geometry);
  expect(sortedPositions(geometry)).toEqual(sortedPositions(given.geometry!));
});

/** Positions in an order that does not depend on where a ring begins, or on its direction. */
function sortedPositions(geometry: FlatGeometry): string[] {
  const { points, lines, polygons } = partsOf(geometry);
  const open = polygons.flat().map((ring) => ring.slice(1));
  return [...points, ...lines.flat(), ...open.flat()].map(String).sort();
}

test('what is more than the limits is refused with a sentence', async () => {
  const { id } = await calls.createMap(owner);
  for (const more of [
    { shape: 'points', count: mostFeatures + 1 },
    { shape: 'polygons', count: 1, positionsEach: mostPositions + 1 },
  ] as const) {
    const content = fileOf(manyFeatures(more), 'kmz');
    const reply = await uploadTo(product, { as: owner, mapId: id, name: 'more.kmz', content });
    expect(reply).toMatchObject({
      status: 422,
      body: {
        reason: expect.stringMatching(/^The file holds more than .*Split or simplify it\.$/),
      },
    });
  }
  expect(await calls.listFeatures(owner, id)).toEqual([]);
});
