import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { type TileFeature, type TileLayer, writeTile } from './write-tile.ts';

const ordinate = fc.integer({ min: -5_000, max: 5_000 });
const point = fc.tuple(ordinate, ordinate);
const tags = fc.dictionary(
  fc.constantFrom('id', 'label', 'revision', 'constructor'),
  fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.maxSafeInteger().map((number) => number + 0),
    fc.double({ noNaN: true }).map((number) => number + 0),
    fc.constantFrom(1, '1', true),
  ),
);
const feature: fc.Arbitrary<TileFeature> = fc.oneof(
  fc.record({ type: fc.constant(1 as const), geometry: fc.array(point, { minLength: 1 }), tags }),
  fc.record({
    type: fc.constant(2 as const),
    geometry: fc.array(fc.array(point, { minLength: 2 }), { minLength: 1 }),
    tags,
  }),
  fc.record({
    type: fc.constant(3 as const),
    geometry: fc.array(
      fc.uniqueArray(point, { minLength: 3, selector: String }).map((ring) => [...ring, ring[0]!]),
      { minLength: 1 },
    ),
    tags,
  }),
);

// Mapbox's reader does not report a layer without features, so there is at least one.
const someFeatures = fc.array(feature, { minLength: 1 });

/** Reads a layer's features with Mapbox's own reader. */
function read(bytes: Uint8Array, name: string) {
  const layer = new VectorTile(new PbfReader(bytes)).layers[name]!;
  return Array.from({ length: layer.length }, (_, number) => {
    const found = layer.feature(number);
    const paths = found.loadGeometry().map((path) => path.map(({ x, y }) => [x, y]));
    return { type: found.type, paths, tags: { ...found.properties } };
  });
}

/** The reader returns each point as a path of its own. */
function expected({ type, geometry, tags }: TileFeature) {
  const paths = type === 1 ? geometry.map((each) => [each]) : geometry;
  return { type, paths, tags };
}

test("a tile's features are read as they were written", () => {
  fc.assert(
    fc.property(someFeatures, someFeatures, (features, others) => {
      const layers: TileLayer[] = [
        { name: 'features', features },
        { name: 'meta', features: others },
      ];
      const bytes = writeTile(layers, 4096);
      expect(read(bytes, 'features')).toEqual(features.map(expected));
      expect(read(bytes, 'meta')).toEqual(others.map(expected));
    }),
  );
});

test('paths of one point and values that tiles do not know are left out', () => {
  const line: TileFeature = {
    type: 2,
    geometry: [
      [[1, 1]],
      [
        [2, 2],
        [3, 3],
      ],
    ],
    tags: { list: [1], nothing: null, name: 'kept' },
  };
  const [found] = read(writeTile([{ name: 'features', features: [line] }], 4096), 'features');
  expect(found).toEqual({
    type: 2,
    paths: [
      [
        [2, 2],
        [3, 3],
      ],
    ],
    tags: { name: 'kept' },
  });
});
