import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { TileIndex, type TileRow } from './tile-index.ts';

const point = (id: string): TileRow => [
  id,
  'drawn',
  1,
  { type: 'Point', coordinates: [0, 0] },
  null,
  null,
  false,
];

test('a tile is packed once, until the map changes', () => {
  const index = new TileIndex([point('a')], 1);
  const packed = index.pack(0, 0, 0);
  expect(index.pack(0, 0, 0)).toBe(packed);
  index.update([point('b')], [], 2);
  const changed = index.pack(0, 0, 0);
  expect(changed?.etag).not.toBe(packed?.etag);
  const { features } = new VectorTile(new PbfReader(gunzipSync(changed!.gzipped))).layers;
  expect(features).toHaveLength(2);
});

test('the points of a clustered layer are counted, and a change of one counts', () => {
  const points = Array.from(
    { length: 1_000 },
    (_, index): TileRow => [
      `p${index}`,
      index % 2 === 0 ? 'even' : 'odd',
      1,
      { type: 'Point', coordinates: [(index % 40) / 10, Math.floor(index / 40) / 10] },
      null,
      null,
      true,
    ],
  );
  const index = new TileIndex([...points, point('a')], 1);
  const read = () => {
    const { features } = new VectorTile(new PbfReader(index.cut(0, 0, 0).bytes)).layers;
    return Array.from({ length: features!.length }, (_, at) => features!.feature(at).properties);
  };
  const counted = (layer: string) =>
    read()
      .filter(({ layer_id }) => layer_id === layer)
      .reduce((sum, { point_count: count }) => sum + Number(count ?? 1), 0);
  expect(read().length).toBeLessThan(20);
  expect([counted('even'), counted('odd')]).toEqual([500, 500]);
  expect(read().find(({ id }) => id === 'a')).toBeDefined();
  const [cluster] = read().filter(({ point_count: count }) => count !== undefined);
  expect(cluster!.expansion_zoom).toBeGreaterThan(0);

  index.update([], ['p2'], 2);
  expect(counted('even')).toBe(499);
  const [id, , ...rest] = points[1]!;
  index.update([[id, 'even', ...rest]], [], 3);
  expect([counted('even'), counted('odd')]).toEqual([500, 499]);
  // Seen closely, each point stands for itself.
  const near = new VectorTile(new PbfReader(index.cut(16, 32768, 32767).bytes)).layers.features;
  expect(near!.feature(0).properties).toMatchObject({ id: expect.stringMatching(/^[pa]/) });
});

test('what a filter hides is in no tile, and is asked for anew after a change', () => {
  const index = new TileIndex([point('a'), point('b')], 1);
  expect(index.pack(0, 0, 0, 'a alone')).toBeUndefined();
  index.hide('a alone', new Set(['b']));
  const { gzipped } = index.pack(0, 0, 0, 'a alone')!;
  const { features } = new VectorTile(new PbfReader(gunzipSync(gzipped))).layers;
  expect(features?.feature(0).properties.id).toBe('a');
  expect(features).toHaveLength(1);
  index.update([point('c')], [], 2);
  expect(index.pack(0, 0, 0, 'a alone')).toBeUndefined();
});
