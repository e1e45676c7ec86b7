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
];

test('a tile is packed once, until the map changes', () => {
  const index = new TileIndex([point('a')], 1);
  const packed = index.pack(0, 0, 0);
  expect(index.pack(0, 0, 0)).toBe(packed);
  index.update([point('b')], [], 2);
  const changed = index.pack(0, 0, 0);
  expect(changed.etag).not.toBe(packed.etag);
  const { features } = new VectorTile(new PbfReader(gunzipSync(changed.gzipped))).layers;
  expect(features).toHaveLength(2);
});
