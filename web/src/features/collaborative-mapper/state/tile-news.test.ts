import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import { type FeatureState, makePatch } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { applyOperations } from './apply-operations.ts';
import { withLoaded, withLoadedAgain, withoutOldest } from './held-features.ts';
import { type ConfirmedFeature, type MapState, noDraft } from './map-state.ts';
import { noNews, staleTiles, withoutShown } from './tile-news.ts';

const pointAt = (longitude: number, latitude: number): FeatureState => ({
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: {},
});
const feature = (id: string, state: FeatureState, revision = 0): ConfirmedFeature => ({
  id,
  state: { ...state, layerId: 'l' },
  revision,
  isResolved: false,
});
const tiled: MapState = {
  map: { id: 1, status: 'creator' } as MapState['map'],
  seq: 10,
  features: new Map(),
  tileNews: noNews(10),
  pending: [],
  unkeptEdits: 0,
  keepsEdits: true,
  draft: noDraft,
  held: [],
  proposals: [],
  people: new Map(),
  connection: 'live',
};
const operation = (patch: MapOperation['patch'], seq = 11, id: string | null = 'a'): MapOperation =>
  ({
    seq,
    client_operation_id: null,
    feature_id: id,
    base_revision: 0,
    verb: patch?.kind ?? 'edit',
    patch,
  }) as MapOperation;

// The tiles of zoom 1, whose edges are the equator and the meridian of Greenwich.
const quarters = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
].map(([x = 0, y = 0]) => ({ z: 1, x, y, seq: 10 }));
const [northWest, northEast, southWest] = quarters;

test('a feature that moved makes the tiles stale where it was and where it is, and no others', () => {
  const moved = makePatch(pointAt(-110, 43), pointAt(-60, -20));
  const { state, wants } = applyOperations(tiled, [operation(moved)]);
  expect(wants).toMatchObject({ allFeatures: false, featureIds: ['a'] });
  expect(staleTiles(state.tileNews!, quarters)).toEqual([northWest, southWest]);
});

test('near an edge the neighbouring tile shows a feature, too', () => {
  const { state } = applyOperations(tiled, [
    operation({ kind: 'create', after: pointAt(-0.5, 43) }),
  ]);
  expect(staleTiles(state.tileNews!, quarters)).toEqual([northWest, northEast]);
  expect([...state.features.keys()]).toEqual(['a']);
});

test('news is settled when no tile lacks it any more', () => {
  const { state } = applyOperations(tiled, [
    operation({ kind: 'delete', before: pointAt(-110, 43) }),
  ]);
  expect(withoutShown(state.tileNews!, quarters)).toBe(state.tileNews);
  const renewed = quarters.map((tile) => (tile === northWest ? { ...tile, seq: 11 } : tile));
  expect(withoutShown(state.tileNews!, renewed).changed.size).toBe(0);
  expect(staleTiles(state.tileNews!, renewed)).toEqual([]);
});

test('an attribute of a feature that is not here is told of where the feature lies, once it was read', () => {
  const patch = {
    kind: 'edit' as const,
    attributes: [{ name: 'name', after: 'Heron' }],
    geometry: null,
  };
  const { state } = applyOperations(tiled, [operation(patch)]);
  expect(staleTiles(state.tileNews!, quarters)).toEqual([]);
  expect(withoutShown(state.tileNews!, quarters)).toBe(state.tileNews);
  const read = withLoaded(state, 'a', feature('a', pointAt(-110, 43), 11));
  expect(staleTiles(read.tileNews!, quarters)).toEqual([northWest]);
});

test('a layer that came or went, and one that is labelled otherwise, make all tiles stale; a hidden one none', () => {
  const layer = { layer_id: 'l', dataset: 'Nests', feature_count: 9_000 };
  const came = applyOperations(tiled, [operation({ kind: 'import-layer', ...layer }, 11, null)]);
  expect(came.wants.allFeatures).toBe(true);
  expect(staleTiles(withLoadedAgain(came.state, 11).tileNews!, quarters)).toEqual(quarters);
  const edited = (after: object) =>
    applyOperations(tiled, [
      operation({ kind: 'edit-layer', layer_id: 'l', before: {}, after }, 11, null),
    ]).state.tileNews!;
  expect(staleTiles(edited({ style: { label_by: 'name' } }), quarters)).toEqual(quarters);
  expect(staleTiles(edited({ is_hidden: true }), quarters)).toEqual([]);
});

test('after more changes than are worth keeping all tiles are stale', () => {
  const operations = Array.from({ length: 501 }, (_, index) =>
    operation({ kind: 'create', after: pointAt(-110, 43) }, 11 + index, `f${index}`),
  );
  const { state } = applyOperations(tiled, operations);
  expect(state.tileNews).toEqual(noNews(511));
});

test('of features that were only read the oldest go; what is in hand, new or waiting stays', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `f${index}`);
  const features = new Map(ids.map((id) => [id, feature(id, pointAt(0, 0))]));
  const changes = [{ featureId: 'f1', baseRevision: 0, before: pointAt(0, 0), after: null }];
  const { tileNews: news } = applyOperations({ ...tiled, features }, [
    operation({ kind: 'delete', before: pointAt(0, 0) }, 11, 'f2'),
  ]).state;
  const state = { ...tiled, features, tileNews: news, draft: { changes, note: '' } };
  const left = withoutOldest(state, 'f0');
  expect([...left.features.keys()].slice(0, 4)).toEqual(['f0', 'f1', 'f2', 'f103']);
  expect(left.features.size).toBe(500);
});
