import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import { type FeatureState, makePatch } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { applyOperations } from './apply-operations.ts';
import { editsAsGeoJson } from './edits-file.ts';
import { featureColours, shownFeatures } from './features.ts';
import { type ConfirmedFeature, type MapState, noDraft, type PendingEdit } from './map-state.ts';
import { changeRequests, newId } from './pending-edits.ts';

const square = (size: number, properties: FeatureState['properties'] = {}): FeatureState => ({
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [size, 0],
        [size, 4],
        [0, 4],
        [0, 0],
      ],
    ],
  },
  properties,
});
const feature = (state: FeatureState, revision = 3): ConfirmedFeature => ({
  id: 'a',
  state,
  revision,
  isResolved: false,
});

const stateWith = (features: ConfirmedFeature[], pending: PendingEdit[] = []): MapState => ({
  map: { id: 1, name: 'Fens', status: 'creator' } as MapState['map'],
  seq: 3,
  features: new Map(features.map((each) => [each.id, each])),
  tileNews: null,
  draft: noDraft,
  pending,
  unkeptEdits: 0,
  keepsEdits: true,
  held: [],
  proposals: [],
  people: new Map(),
  connection: 'live',
});

const operation = (
  seq: number,
  patch: MapOperation['patch'],
  more: Partial<MapOperation> = {},
): MapOperation => ({
  seq,
  client_operation_id: null,
  feature_id: 'a',
  base_revision: 3,
  verb: 'edit',
  patch,
  author: { id: 1, username: 'someone' },
  at: '2026-11-22T08:00:00.000Z',
  group: 'g',
  proposal: null,
  ...more,
});

const edit = (before: FeatureState | null, after: FeatureState | null, id = 'e'): PendingEdit => ({
  id,
  kind: 'operation',
  changes: [{ featureId: 'a', baseRevision: 3, before, after }],
  note: '',
  madeAt: '2026-11-22T08:00:00.000Z',
});

test('operations change, make and delete features, and count on', () => {
  const start = stateWith([feature(square(4))]);
  const changed = applyOperations(start, [operation(4, makePatch(square(4), square(5)))]);
  expect(changed.state.features.get('a')).toMatchObject({ state: square(5), revision: 4 });
  expect(changed.state.seq).toBe(4);
  const made = makePatch(null, square(1));
  const created = applyOperations(changed.state, [
    operation(5, made, { feature_id: 'b', base_revision: 0, verb: 'create' }),
    operation(6, makePatch(square(5), null), { verb: 'delete' }),
  ]);
  expect([...created.state.features.keys()]).toEqual(['b']);
  expect(created.wants).toMatchObject({ allFeatures: false, featureIds: [] });
});

test('an operation that the map has already changes nothing', () => {
  const start = stateWith([feature(square(4))]);
  const { state } = applyOperations(start, [operation(3, makePatch(square(4), square(9)))]);
  expect(state.features).toEqual(start.features);
});

test('what does not fit, was not sent along or comes back is asked for', () => {
  const start = stateWith([feature(square(4))]);
  const misfit = operation(4, makePatch(square(7), square(8)));
  const tooLarge = operation(4, null, { feature_id: 'c' });
  const restored = operation(4, makePatch(null, square(1)), {
    feature_id: 'd',
    base_revision: 2,
    verb: 'create',
  });
  expect(applyOperations(start, [misfit]).wants.featureIds).toEqual(['a']);
  expect(applyOperations(start, [tooLarge]).wants.featureIds).toEqual(['c']);
  expect(applyOperations(start, [restored]).wants.featureIds).toEqual(['d']);
  expect(applyOperations(start, [operation(9, misfit.patch)]).wants.allFeatures).toBe(true);
});

test('a viewer gets the last state of a feature alone, and nothing of what is gone', () => {
  const start = stateWith([feature(square(4)), { ...feature(square(2)), id: 'b' }]);
  const whole = (state: FeatureState) => makePatch(null, state);
  const { state, wants } = applyOperations(start, [
    operation(4, null),
    operation(5, whole(square(6))),
    operation(6, null, { feature_id: 'b' }),
    operation(
      7,
      { kind: 'delete', before: { geometry: null, properties: {} } },
      { feature_id: 'b', verb: 'delete' },
    ),
    // A map that comes as tiles may not have the feature that was changed.
    operation(8, whole(square(3)), { feature_id: 'c' }),
  ]);
  expect([...state.features]).toMatchObject([
    ['a', { state: square(6), revision: 5 }],
    ['c', { state: square(3), revision: 8 }],
  ]);
  expect(wants).toMatchObject({ allFeatures: false, featureIds: [] });
});

test('a layer that is deleted takes its features along', () => {
  const start = stateWith([feature({ ...square(4), layerId: 'layer-1' })]);
  const patch = {
    kind: 'delete-layer',
    layer_id: 'layer-1',
    dataset: 'x',
    feature_count: 1,
  } as const;
  const { state, wants } = applyOperations(start, [operation(4, patch, { feature_id: null })]);
  expect(state.features.size).toBe(0);
  expect(wants.lists).toContain('layers');
});

test('an edit that comes back confirmed is no longer pending', () => {
  const start = stateWith([feature(square(4))], [edit(square(4), square(5))]);
  const confirmed = operation(4, makePatch(square(4), square(5)), { client_operation_id: 'e' });
  expect(applyOperations(start, [confirmed]).state.pending).toEqual([]);
});

test('a pending edit stands on top of what others did meanwhile', () => {
  const others = feature(square(4, { name: 'Fen' }), 4);
  const shown = shownFeatures(stateWith([others], [edit(square(4), square(5))]));
  expect(shown.get('a')).toMatchObject({ state: square(5, { name: 'Fen' }), isPending: true });
});

test('a pending edit that conflicts is not drawn over what others did', () => {
  const others = feature(square(6), 4);
  const shown = shownFeatures(stateWith([others], [edit(square(4), square(5))]));
  expect(shown.get('a')).toMatchObject({ state: square(6), isPending: false });
});

test('what was deleted and made here shows at once', () => {
  const deleted = shownFeatures(stateWith([feature(square(4))], [edit(square(4), null)]));
  expect(deleted.has('a')).toBe(false);
  const made = shownFeatures(stateWith([], [edit(null, square(2))]));
  expect(made.get('a')).toMatchObject({ state: square(2), revision: 0, isPending: true });
});

test('moving one corner is sent as that corner alone, a deletion without what was there', () => {
  const [moved] = changeRequests(edit(square(4), square(5)).changes);
  expect(JSON.stringify(moved).length).toBeLessThan(400);
  expect(changeRequests(edit(square(4), null).changes)).toEqual([
    { feature_id: 'a', base_revision: 3, patch: { kind: 'delete' } },
  ]);
  expect(changeRequests(edit(square(4), square(4)).changes)).toEqual([]);
});

/** The angle of a colour on the wheel in degrees: red is 0, orange 30, green 120, blue 240. */
function hueOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const degrees = Math.atan2(Math.sqrt(3) * (green! - blue!), 2 * red! - green! - blue!);
  return (degrees * 180) / Math.PI;
}

test.each([
  ['proposedAdd', 120],
  ['proposedDelete', 0],
  ['proposedEdit', 30],
  ['otherwise', 120],
] as const)('%s has the hue %d of its named colour', (name, degrees) => {
  expect(Math.abs(hueOf(featureColours[name]) - degrees)).toBeLessThan(20);
});

test('edits that can not be sent are kept as GeoJSON', () => {
  const collection = editsAsGeoJson([
    edit(square(4, { name: 'Fen' }), null),
    edit(null, square(1)),
  ]);
  expect(collection.features).toMatchObject([
    { geometry: null, properties: { name: 'Fen', edit: 'delete' } },
    { geometry: { type: 'Polygon' }, properties: { edit: 'create' } },
  ]);
});

test('ids are UUIDs of version 4, and no two are alike', () => {
  const ids = new Set(Array.from({ length: 100 }, newId));
  expect(ids.size).toBe(100);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('a proposal about a feature that changes is known to have a base that moved', () => {
  const about = (id: string, featureId: string) =>
    ({
      id,
      has_moved_base: false,
      changes: [{ feature_id: featureId, verb: 'edit', status: 'open', has_moved_base: false }],
    }) as unknown as MapState['proposals'][number];
  const state = {
    ...stateWith([feature(square(4))]),
    proposals: [about('p', 'a'), about('q', 'b')],
  };
  const patch = makePatch(square(4), square(4, { name: 'Fen' }));
  const { proposals } = applyOperations(state, [operation(4, patch)]).state;
  expect(proposals.map((proposal) => proposal.has_moved_base)).toEqual([true, false]);
  expect(proposals[0]!.changes[0]!.has_moved_base).toBe(true);
});
