import fc from 'fast-check';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { anyState, position, ringAround } from '../../testing/map-features.ts';
import { shapeFault } from '../edit/index.ts';
import type { FlatGeometry } from '../vector/types.ts';
import {
  applyPatch,
  type Conflict,
  type FeatureState,
  isSameState,
  makePatch,
  mergeStates,
  resolveConflicts,
} from './index.ts';

const polygonOf = (...rings: Position[][]): FlatGeometry => ({
  type: 'Polygon',
  coordinates: rings,
});
const stateOf = (
  geometry: FlatGeometry | null,
  properties: FeatureState['properties'] = {},
): FeatureState => ({ geometry, properties });

/** Six corners: east, north-east, north-west, west, south-west, south-east. */
const hexagon = [
  [2, 0],
  [1, 2],
  [-1, 2],
  [-2, 0],
  [-1, -2],
  [1, -2],
  [2, 0],
];
const base = stateOf(polygonOf(hexagon));
/** The hexagon with corners at other places; the closing one follows the first. */
const moved = (changes: Record<number, Position>): FeatureState => {
  const ring = hexagon.slice(0, -1).map((corner, index) => changes[index] ?? corner);
  return stateOf(polygonOf([...ring, ring[0]]));
};
const merge = (current: FeatureState | null, incoming: FeatureState | null, from = base) =>
  mergeStates({ base: from, current, incoming });
const conflictsOf = (current: FeatureState | null, incoming: FeatureState | null, from = base) => {
  const outcome = merge(current, incoming, from);
  return outcome.kind === 'conflict' ? outcome.conflicts : [];
};
const kindsOf = (conflicts: readonly Conflict[]) => conflicts.map(({ kind }) => kind);

test('corners on opposite sides that two people move are both moved', () => {
  expect(merge(moved({ 0: [3, 0] }), moved({ 3: [-3, 0] }))).toEqual({
    kind: 'merged',
    feature: moved({ 0: [3, 0], 3: [-3, 0] }),
  });
});

test('one person moves a corner and another sets an attribute', () => {
  const named = { ...base, properties: { name: 'Marsh' } };
  expect(merge(moved({ 0: [3, 0] }), named)).toEqual({
    kind: 'merged',
    feature: { ...moved({ 0: [3, 0] }), properties: { name: 'Marsh' } },
  });
});

test('the same corner moved to different places is a conflict, to the same place it is not', () => {
  expect(conflictsOf(moved({ 1: [1, 3] }), moved({ 1: [1, 4] }))).toEqual([
    { kind: 'same-run', path: [0, 0] },
  ]);
  expect(merge(moved({ 1: [1, 3] }), moved({ 1: [1, 3] }))).toEqual({
    kind: 'merged',
    feature: moved({ 1: [1, 3] }),
  });
});

test('neighbouring corners share an edge, also where the ring closes', () => {
  expect(kindsOf(conflictsOf(moved({ 1: [1, 3] }), moved({ 2: [-1, 3] })))).toEqual(['same-run']);
  expect(kindsOf(conflictsOf(moved({ 0: [3, 0] }), moved({ 5: [1, -3] })))).toEqual(['same-run']);
});

test('what both did alike is kept once, and what else they did is merged', () => {
  const outcome = merge(moved({ 0: [3, 0], 2: [-1, 3] }), moved({ 0: [3, 0], 4: [-1, -3] }));
  expect(outcome).toEqual({
    kind: 'merged',
    feature: moved({ 0: [3, 0], 2: [-1, 3], 4: [-1, -3] }),
  });
});

test('moves whose areas overlap are a conflict, even of corners far apart', () => {
  // The north-east corner goes down to the south, the south-west corner up to the north.
  const conflicts = conflictsOf(moved({ 1: [0.5, -1.5] }), moved({ 4: [-0.5, 1.5] }));
  expect(kindsOf(conflicts)).toEqual(['sweeps-overlap']);
});

test('a hole cut into land that another person takes away is a conflict', () => {
  const holed = stateOf(polygonOf(hexagon, ringAround([1.4, 0], 0.1, 4).toReversed()));
  expect(kindsOf(conflictsOf(holed, moved({ 0: [0.5, 0] })))).toEqual(['sweeps-overlap']);
});

test('two holes at different places are both kept, two that overlap are a conflict', () => {
  const [west, east] = [ringAround([-1, 0], 0.2, 4), ringAround([1, 0], 0.2, 4)];
  const outcome = merge(stateOf(polygonOf(hexagon, west)), stateOf(polygonOf(hexagon, east)));
  expect(outcome.kind).toBe('merged');
  const geometry = outcome.kind === 'merged' ? outcome.feature?.geometry : null;
  expect(geometry?.coordinates).toHaveLength(3);
  expect(geometry?.coordinates).toEqual(expect.arrayContaining([hexagon, west, east]));
  const near = ringAround([-0.9, 0], 0.2, 4);
  expect(
    kindsOf(conflictsOf(stateOf(polygonOf(hexagon, west)), stateOf(polygonOf(hexagon, near)))),
  ).toEqual(['sweeps-overlap']);
});

test('parts that two people add make one multi-part shape', () => {
  const withPart = (place: Position) =>
    stateOf({ type: 'MultiPolygon', coordinates: [[hexagon], [ringAround(place, 1, 5)]] });
  const outcome = merge(withPart([10, 0]), withPart([20, 0]));
  expect(outcome).toMatchObject({
    kind: 'merged',
    feature: { geometry: { type: 'MultiPolygon', coordinates: { length: 3 } } },
  });
});

test('an edit inside a part that another person removed is a conflict', () => {
  const island = ringAround([10, 0], 1, 5);
  const from = stateOf({ type: 'MultiPolygon', coordinates: [[hexagon], [island]] });
  const without = stateOf({ type: 'MultiPolygon', coordinates: [[hexagon]] });
  const edited = stateOf({
    type: 'MultiPolygon',
    coordinates: [[hexagon], [island.with(1, [10.5, 1.5])]],
  });
  expect(kindsOf(conflictsOf(without, edited, from))).toEqual(['same-run']);
});

test('two edits that are each valid and give no valid shape together are a conflict', () => {
  // Each side removes one of two opposite corners of a square. Both together would leave a line.
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  const from = stateOf(polygonOf(square));
  const conflicts = conflictsOf(
    stateOf(
      polygonOf([
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    ),
    stateOf(
      polygonOf([
        [1, 0],
        [1, 1],
        [0, 1],
        [1, 0],
      ]),
    ),
    from,
  );
  expect(conflicts).toHaveLength(1);
});

test('a moved point against a moved point is a conflict', () => {
  const point = (x: number) => stateOf({ type: 'Point', coordinates: [x, 0] });
  expect(conflictsOf(point(1), point(2), point(0))).toEqual([{ kind: 'geometry-replaced' }]);
});

test('vertices that two people add at the end of a line are a conflict, at its two ends not', () => {
  const line = (...vertices: Position[]) => stateOf({ type: 'LineString', coordinates: vertices });
  const from = line([0, 0], [1, 0], [2, 0]);
  const atEnd = line([0, 0], [1, 0], [2, 0], [3, 0]);
  expect(kindsOf(conflictsOf(atEnd, line([0, 0], [1, 0], [2, 0], [3, 1]), from))).toEqual([
    'same-run',
  ]);
  expect(merge(atEnd, line([-1, 0], [0, 0], [1, 0], [2, 0]), from)).toEqual({
    kind: 'merged',
    feature: line([-1, 0], [0, 0], [1, 0], [2, 0], [3, 0]),
  });
});

test('edit against delete is a conflict, in which nothing is lost', () => {
  const edited = moved({ 0: [3, 0] });
  const outcome = merge(null, edited);
  expect(outcome).toMatchObject({
    conflicts: [{ kind: 'edit-against-delete', deletedBy: 'current' }],
    states: { base, current: null, incoming: edited },
    partial: null,
  });
  expect(resolveConflicts(outcome, {})).toBeNull();
  expect(resolveConflicts(outcome, { feature: 'incoming' })).toEqual(edited);
  expect(merge(null, null)).toEqual({ kind: 'merged', feature: null });
  expect(merge(null, base)).toEqual({ kind: 'merged', feature: null });
});

test('an attribute that both set to something else is chosen by a person', () => {
  const withAttributes = (properties: FeatureState['properties']) => stateOf(null, properties);
  const from = withAttributes({ kind: 'fen', name: 'A', area: 1 });
  const outcome = merge(
    withAttributes({ kind: 'bog', name: 'A', area: 2 }),
    withAttributes({ name: 'B', area: 2 }),
    from,
  );
  expect(outcome).toMatchObject({
    kind: 'conflict',
    conflicts: [{ kind: 'attribute', name: 'kind', base: 'fen', current: 'bog' }],
    partial: { properties: { kind: 'bog', name: 'B', area: 2 } },
  });
  const chosen = resolveConflicts(outcome, { attributes: [{ name: 'kind', side: 'incoming' }] });
  expect(chosen?.properties).toEqual({ name: 'B', area: 2 });
});

/** Changes of a ring with 24 corners: some corners moved a little, put in or taken out. */
const corners = 24;
const round = ringAround([0, 0], 10, corners);
const roundState = stateOf(polygonOf(round), { name: 'lake' });
const editedBetween = (min: number, max: number) =>
  fc
    .array(
      fc.record({
        corner: fc.integer({ min, max }),
        action: fc.constantFrom('move', 'insert', 'remove'),
        by: position,
      }),
      { maxLength: 3 },
    )
    .map((changes) => {
      const lists = round.slice(0, -1).map((corner) => [corner]);
      for (const { corner, action, by } of changes) {
        const [x = 0, y = 0] = round[corner];
        const place = [x + (by[0] ?? 0) / 50, y + (by[1] ?? 0) / 50];
        lists[corner] = { move: [place], insert: [[x, y], place], remove: [] }[action];
      }
      const ring = lists.flat();
      return polygonOf([...ring, ring[0]]);
    })
    .filter((geometry) => shapeFault(geometry) === undefined);
const editedRound = fc
  .tuple(editedBetween(0, corners - 1), fc.constantFrom('lake', 'pond', 'mere'))
  .map(([geometry, name]) => stateOf(geometry, { name }));

test('a merge without a conflict is valid, holds both changes and is the same from either side', () => {
  let mergedCount = 0;
  fc.assert(
    fc.property(editedRound, editedRound, (one, other) => {
      const outcome = merge(one, other, roundState);
      const swapped = merge(other, one, roundState);
      expect(swapped.kind).toBe(outcome.kind);
      if (outcome.kind !== 'merged' || swapped.kind !== 'merged') return;
      mergedCount++;
      expect(isSameState(outcome.feature, swapped.feature)).toBe(true);
      expect(shapeFault(outcome.feature!.geometry!)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
  expect(mergedCount).toBeGreaterThan(200);
});

test('a change that is taken back leaves what others did since', () => {
  const side = (min: number, max: number, properties: FeatureState['properties']) =>
    editedBetween(min, max).map((geometry) => stateOf(geometry, properties));
  let undoneCount = 0;
  fc.assert(
    fc.property(
      side(1, 10, { name: 'pond' }),
      side(13, 22, { name: 'lake', depth: 3 }),
      (first, second) => {
        const both = merge(first, second, roundState);
        if (both.kind !== 'merged') return;
        const undone = merge(both.feature, roundState, first);
        if (undone.kind !== 'merged') return;
        undoneCount++;
        expect(isSameState(undone.feature, second)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
  expect(undoneCount).toBeGreaterThan(200);
});

test('whatever the states are, a merge ends, and a side without changes gives way', () => {
  const maybeState = fc.option(anyState);
  fc.assert(
    fc.property(maybeState, maybeState, maybeState, (from, current, incoming) => {
      const outcome = mergeStates({ base: from, current, incoming });
      const swapped = mergeStates({ base: from, current: incoming, incoming: current });
      expect(swapped.kind).toBe(outcome.kind);
      if (outcome.kind === 'conflict') expect(outcome.conflicts.length).toBeGreaterThan(0);
      const taken = mergeStates({ base: from, current: from, incoming });
      expect(taken.kind === 'merged' && isSameState(taken.feature, incoming)).toBe(true);
      const kept = mergeStates({ base: from, current, incoming: from });
      expect(kept.kind === 'merged' && isSameState(kept.feature, current)).toBe(true);
      const patch = makePatch(from, current);
      if (patch) expect(isSameState(applyPatch(from, patch), current)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
