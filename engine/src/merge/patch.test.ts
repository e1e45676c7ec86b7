import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyGeometry, anyProperties, anyState, ringAround } from '../../testing/map-features.ts';
import {
  applyPatch,
  type FeatureState,
  invertPatch,
  isSameState,
  makePatch,
  type Patch,
  PatchMismatchError,
  vertexChanges,
} from './index.ts';

const maybeState = fc.option(anyState);
const stateOf = (geometry: FeatureState['geometry']): FeatureState => ({
  geometry,
  properties: {},
});
/** A patch after it was sent over the network. */
const sent = (patch: Patch): Patch => JSON.parse(JSON.stringify(patch));

test('a patch between any two states makes one of the other, and its inverse takes it back', () => {
  fc.assert(
    fc.property(maybeState, maybeState, (before, after) => {
      const patch = makePatch(before, after);
      if (!patch) {
        expect(isSameState(before, after)).toBe(true);
        return;
      }
      expect(applyPatch(before, sent(patch))).toEqual(after);
      expect(applyPatch(after, invertPatch(sent(patch)))).toEqual(before);
      expect(invertPatch(invertPatch(patch))).toEqual(patch);
    }),
    { numRuns: 2000 },
  );
});

test('any geometry becomes another of the same dimension by splices', () => {
  fc.assert(
    fc.property(anyGeometry, anyGeometry, anyProperties, (one, other, properties) => {
      const before = { geometry: one, properties };
      const after = { geometry: other, properties };
      const patch = makePatch(before, after);
      if (patch) expect(applyPatch(before, patch)).toEqual(after);
      const family = (type: string) => type.replace('Multi', '').slice(0, 4);
      const isPoint = one.type === 'Point' || other.type === 'Point';
      if (patch?.kind === 'edit' && !isPoint && family(one.type) === family(other.type)) {
        expect(patch.geometry?.kind).toBe('splice');
      }
    }),
    { numRuns: 1000 },
  );
});

test('there is no patch between equal states', () => {
  fc.assert(
    fc.property(maybeState, (state) => {
      expect(makePatch(state, state && structuredClone(state))).toBeNull();
    }),
  );
});

test('moving one vertex in 10,000 takes less than 1 kB', () => {
  const ring = ringAround([-110, 43], 1, 10_000);
  const before = stateOf({ type: 'Polygon', coordinates: [ring] });
  const after = stateOf({ type: 'Polygon', coordinates: [ring.with(5000, [-112.25, 43])] });
  const patch = makePatch(before, after)!;
  expect(JSON.stringify(patch).length).toBeLessThan(1000);
  expect(applyPatch(before, patch)).toEqual(after);
});

test('moving the vertex at which a ring begins and ends is one splice', () => {
  const [first, ...rest] = ringAround([0, 0], 1, 5).slice(0, -1);
  const moved = [2, 0];
  const patch = makePatch(
    stateOf({ type: 'Polygon', coordinates: [[first!, ...rest, first!]] }),
    stateOf({ type: 'Polygon', coordinates: [[moved, ...rest, moved]] }),
  );
  expect(patch).toEqual({
    kind: 'edit',
    attributes: [],
    geometry: {
      kind: 'splice',
      typeBefore: 'Polygon',
      typeAfter: 'Polygon',
      splices: [{ path: [0, 0], at: 0, remove: [first], insert: [moved] }],
    },
  });
});

test('a hole is one inserted ring, and a second part is one inserted part', () => {
  const [outer, hole] = [ringAround([0, 0], 3, 8), ringAround([0, 0], 1, 4)];
  const island = ringAround([9, 9], 1, 4);
  const patch = makePatch(
    stateOf({ type: 'Polygon', coordinates: [outer] }),
    stateOf({ type: 'MultiPolygon', coordinates: [[outer, hole], [island]] }),
  );
  expect(patch).toMatchObject({
    geometry: {
      typeBefore: 'Polygon',
      typeAfter: 'MultiPolygon',
      splices: [
        { path: [0], at: 1, remove: [], insert: [hole.slice(0, -1)] },
        { path: [], at: 1, remove: [], insert: [[island.slice(0, -1)]] },
      ],
    },
  });
});

test('an attribute named __proto__ is set and unset like any other', () => {
  const before: FeatureState = { geometry: null, properties: { name: 'Marsh' } };
  const after: FeatureState = {
    geometry: null,
    properties: JSON.parse('{"name":"Marsh","__proto__":"Fen"}'),
  };
  const patch = makePatch(before, after)!;
  expect(patch).toMatchObject({ attributes: [{ name: '__proto__', after: 'Fen' }] });
  const applied = applyPatch(before, sent(patch))!;
  expect(Object.getPrototypeOf(applied.properties)).toBe(Object.prototype);
  expect(Object.entries(applied.properties)).toEqual([
    ['name', 'Marsh'],
    ['__proto__', 'Fen'],
  ]);
  expect(applyPatch(applied, invertPatch(patch))).toEqual(before);
});

test('a patch for another state is refused', () => {
  const triangle = stateOf({ type: 'Polygon', coordinates: [ringAround([0, 0], 1, 3)] });
  const square = stateOf({ type: 'Polygon', coordinates: [ringAround([0, 0], 1, 4)] });
  const other = stateOf({ type: 'Polygon', coordinates: [ringAround([5, 5], 1, 4)] });
  const refused: [FeatureState | null, Patch][] = [
    [other, makePatch(square, triangle)!],
    [null, makePatch(square, triangle)!],
    [square, makePatch(null, square)!],
    [other, makePatch(square, null)!],
    [other, makePatch(stateOf({ type: 'Point', coordinates: [1, 2] }), square)!],
    [square, makePatch({ ...square, properties: { a: 1 } }, { ...square, properties: {} })!],
  ];
  for (const [state, patch] of refused) {
    expect(() => applyPatch(state, patch)).toThrow(PatchMismatchError);
  }
});

test.each([
  ['a part that is not there', { path: [7, 0], at: 0, remove: [], insert: [[1, 1]] }],
  ['a place beyond the list', { path: [0, 0], at: 99, remove: [], insert: [[1, 1]] }],
  ['a path below positions', { path: [0, 0, 0], at: 0, remove: [], insert: [[1, 1]] }],
  ['a position where a ring belongs', { path: [0], at: 0, remove: [], insert: [[1, 1]] }],
  ['a number where a position belongs', { path: [0, 0], at: 0, remove: [], insert: [5] }],
  ['an object where a position belongs', { path: [0, 0], at: 0, remove: [], insert: [{}] }],
  ['a position without numbers', { path: [0, 0], at: 0, remove: [], insert: [[]] }],
  ['a second part of a single polygon', { path: [], at: 0, remove: [], insert: [[]] }],
])('a splice with %s is refused', (_, splice) => {
  const state = stateOf({ type: 'Polygon', coordinates: [ringAround([0, 0], 1, 4)] });
  const geometry = {
    kind: 'splice',
    typeBefore: 'Polygon',
    typeAfter: 'Polygon',
    splices: [splice],
  };
  const patch = { kind: 'edit', attributes: [], geometry } as unknown as Patch;
  expect(() => applyPatch(state, patch)).toThrow(PatchMismatchError);
});

test('vertices that moved, came and went are told apart', () => {
  const line = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 0],
    [6, 0],
  ];
  const after = [
    [0, 0],
    [1, 1],
    [2, 0],
    [2, 5],
    [3, 0],
    [4, 0],
    [6, 0],
  ];
  const patch = makePatch(
    stateOf({ type: 'LineString', coordinates: line }),
    stateOf({ type: 'LineString', coordinates: after }),
  );
  expect(patch?.kind === 'edit' && patch.geometry && vertexChanges(patch.geometry)).toEqual({
    moved: [{ from: [1, 0], to: [1, 1] }],
    added: [[2, 5]],
    removed: [[5, 0]],
  });
});
