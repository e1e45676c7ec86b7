import fc from 'fast-check';
import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { anyState, position, ringAround } from '../../testing/map-features.ts';
import { shapeFault } from '../edit/index.ts';
import type { FlatGeometry } from '../vector/types.ts';
import {
  applyPatch,
  type Dispute,
  type FeatureState,
  isSameState,
  type MergeSide,
  makePatch,
  mergeStates,
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
const merge = (
  current: FeatureState | null,
  incoming: FeatureState | null,
  from: FeatureState | null = base,
) => mergeStates({ base: from, current, incoming });
const chosen = (
  current: FeatureState | null,
  incoming: FeatureState | null,
  choices: readonly MergeSide[],
  from: FeatureState | null = base,
) => mergeStates({ base: from, current, incoming }, choices).merged;
const whole = (merged: FeatureState | null) => ({ merged, disputed: [] });
const line = (...coordinates: Position[]): FlatGeometry => ({ type: 'LineString', coordinates });
/** A disputed run of the outline. */
const run = (base: Position[], current: Position[], incoming: Position[]): Dispute => ({
  kind: 'stretch',
  extent: 'run',
  base: line(...base),
  current: line(...current),
  incoming: line(...incoming),
  reason: null,
});
/** How much of the geometry is disputed, dispute by dispute. */
const extentsOf = (disputed: readonly Dispute[]) =>
  disputed.map((each) => {
    if (each.kind === 'layer') return 'layer';
    return each.kind === 'stretch' ? each.extent : each.name;
  });

test('corners on opposite sides that two people move are both moved', () => {
  expect(merge(moved({ 0: [3, 0] }), moved({ 3: [-3, 0] }))).toEqual(
    whole(moved({ 0: [3, 0], 3: [-3, 0] })),
  );
});

test('one person moves a corner and another sets an attribute', () => {
  const named = { ...base, properties: { name: 'Marsh' } };
  expect(merge(moved({ 0: [3, 0] }), named)).toEqual(
    whole({ ...moved({ 0: [3, 0] }), properties: { name: 'Marsh' } }),
  );
});

test('the same corner moved to different places is disputed, to the same place it is not', () => {
  expect(merge(moved({ 1: [1, 3] }), moved({ 1: [1, 4] }))).toEqual({
    merged: moved({ 1: [1, 3] }),
    disputed: [
      run(
        [
          [2, 0],
          [1, 2],
          [-1, 2],
        ],
        [
          [2, 0],
          [1, 3],
          [-1, 2],
        ],
        [
          [2, 0],
          [1, 4],
          [-1, 2],
        ],
      ),
    ],
  });
  expect(merge(moved({ 1: [1, 3] }), moved({ 1: [1, 3] }))).toEqual(whole(moved({ 1: [1, 3] })));
});

test('neighbouring corners share an edge, also where the ring closes', () => {
  expect(merge(moved({ 1: [1, 3] }), moved({ 2: [-1, 3] })).disputed).toEqual([
    run(
      [
        [2, 0],
        [1, 2],
        [-1, 2],
        [-2, 0],
      ],
      [
        [2, 0],
        [1, 3],
        [-1, 2],
        [-2, 0],
      ],
      [
        [2, 0],
        [1, 2],
        [-1, 3],
        [-2, 0],
      ],
    ),
  ]);
  expect(merge(moved({ 0: [3, 0] }), moved({ 5: [1, -3] })).disputed).toEqual([
    run(
      [
        [-1, -2],
        [1, -2],
        [2, 0],
        [1, 2],
      ],
      [
        [-1, -2],
        [1, -2],
        [3, 0],
        [1, 2],
      ],
      [
        [-1, -2],
        [1, -3],
        [2, 0],
        [1, 2],
      ],
    ),
  ]);
});

test('what both did alike is kept once, and what else they did is merged', () => {
  const outcome = merge(moved({ 0: [3, 0], 2: [-1, 3] }), moved({ 0: [3, 0], 4: [-1, -3] }));
  expect(outcome).toEqual(whole(moved({ 0: [3, 0], 2: [-1, 3], 4: [-1, -3] })));
});

test('moves whose areas overlap are one dispute, even of corners far apart', () => {
  // The north-east corner goes down to the south, the south-west corner up to the north.
  const [one, other] = [moved({ 1: [0.5, -1.5] }), moved({ 4: [-0.5, 1.5] })];
  const { merged, disputed } = merge(one, other);
  expect(merged).toEqual(one);
  expect(disputed).toEqual([
    {
      kind: 'stretch',
      extent: 'run',
      base: {
        type: 'MultiLineString',
        coordinates: [
          [
            [2, 0],
            [1, 2],
            [-1, 2],
          ],
          [
            [-2, 0],
            [-1, -2],
            [1, -2],
          ],
        ],
      },
      current: {
        type: 'MultiLineString',
        coordinates: [
          [
            [2, 0],
            [0.5, -1.5],
            [-1, 2],
          ],
          [
            [-2, 0],
            [-1, -2],
            [1, -2],
          ],
        ],
      },
      incoming: {
        type: 'MultiLineString',
        coordinates: [
          [
            [2, 0],
            [1, 2],
            [-1, 2],
          ],
          [
            [-2, 0],
            [-0.5, 1.5],
            [1, -2],
          ],
        ],
      },
      reason: null,
    },
  ]);
});

test('a hole cut into land that another person takes away is disputed with that land', () => {
  const hole = ringAround([1.4, 0], 0.1, 4).toReversed();
  const taken = moved({ 0: [0.5, 0] });
  const outcome = merge(stateOf(polygonOf(hexagon, hole)), taken);
  expect(outcome.disputed).toMatchObject([
    {
      base: line([1, -2], [2, 0], [1, 2]),
      current: {
        coordinates: [
          [
            [1, -2],
            [2, 0],
            [1, 2],
          ],
          hole,
        ],
      },
      incoming: line([1, -2], [0.5, 0], [1, 2]),
    },
  ]);
});

test('two holes at different places are both kept, two that overlap are a conflict', () => {
  const [west, east] = [ringAround([-1, 0], 0.2, 4), ringAround([1, 0], 0.2, 4)];
  const outcome = merge(stateOf(polygonOf(hexagon, west)), stateOf(polygonOf(hexagon, east)));
  expect(outcome.disputed).toEqual([]);
  const geometry = outcome.merged?.geometry;
  expect(geometry?.coordinates).toHaveLength(3);
  expect(geometry?.coordinates).toEqual(expect.arrayContaining([hexagon, west, east]));
  const near = ringAround([-0.9, 0], 0.2, 4);
  const [one, other] = [polygonOf(hexagon, west), polygonOf(hexagon, near)].map((each) =>
    stateOf(each),
  );
  expect(merge(one, other).disputed).toMatchObject([
    { base: null, current: line(...west), incoming: line(...near) },
  ]);
  expect(chosen(one, other, ['base'])).toEqual(base);
  expect(chosen(one, other, ['incoming'])).toEqual(other);
});

test('parts that two people add make one multi-part shape', () => {
  const withPart = (place: Position) =>
    stateOf({ type: 'MultiPolygon', coordinates: [[hexagon], [ringAround(place, 1, 5)]] });
  const outcome = merge(withPart([10, 0]), withPart([20, 0]));
  expect(outcome).toMatchObject({
    merged: { geometry: { type: 'MultiPolygon', coordinates: { length: 3 } } },
    disputed: [],
  });
});

test('a part that one removed and another edited is disputed as a whole', () => {
  const island = ringAround([10, 0], 1, 5);
  const from = stateOf({ type: 'MultiPolygon', coordinates: [[hexagon], [island]] });
  const without = stateOf({ type: 'MultiPolygon', coordinates: [[hexagon]] });
  const edited = stateOf({
    type: 'MultiPolygon',
    coordinates: [[hexagon], [island.with(1, [10.5, 1.5])]],
  });
  expect(merge(without, edited, from).disputed).toMatchObject([
    { base: line(...island), current: null, incoming: line(...island.with(1, [10.5, 1.5])) },
  ]);
  expect(chosen(without, edited, ['current'], from)).toEqual(without);
  expect(chosen(without, edited, ['incoming'], from)).toEqual(edited);
  expect(chosen(without, edited, ['base'], from)).toEqual(from);
});

test('a merged shape that is not valid is asked as a whole, with the reason', () => {
  // One person draws in the western end of a line to its middle, another the eastern end.
  const lineState = (...vertices: Position[]) => stateOf(line(...vertices));
  const from = lineState([-1, 0], [0, 0], [1, 0]);
  const current = lineState([0, 0], [0, 0], [1, 0]);
  const incoming = lineState([-1, 0], [0, 0], [0, 0]);
  expect(merge(current, incoming, from)).toEqual({
    merged: current,
    disputed: [
      {
        kind: 'stretch',
        extent: 'shape',
        base: from.geometry,
        current: current.geometry,
        incoming: incoming.geometry,
        reason: 'A line needs two different positions.',
      },
    ],
  });
  expect(chosen(current, incoming, ['incoming'], from)).toEqual(incoming);
});

test('both people take a part away, which would leave nothing: they are asked for the whole', () => {
  const island = ringAround([10, 0], 1, 5);
  const from = stateOf({ type: 'MultiPolygon', coordinates: [[hexagon], [island]] });
  const { disputed } = merge(
    stateOf({ type: 'MultiPolygon', coordinates: [[island]] }),
    stateOf({ type: 'MultiPolygon', coordinates: [[hexagon]] }),
    from,
  );
  expect(disputed).toMatchObject([{ extent: 'shape', reason: 'The shape has no coordinates.' }]);
});

test('a moved point against a moved point is asked for as a whole', () => {
  const point = (x: number) => stateOf({ type: 'Point', coordinates: [x, 0] });
  const { disputed } = merge(point(1), point(2), point(0));
  expect(disputed).toMatchObject([
    { extent: 'shape', base: { coordinates: [0, 0] }, reason: null },
  ]);
});

test('vertices that two people add at the end of a line are disputed, at its two ends not', () => {
  const lineState = (...vertices: Position[]) => stateOf(line(...vertices));
  const from = lineState([0, 0], [1, 0], [2, 0]);
  const atEnd = lineState([0, 0], [1, 0], [2, 0], [3, 0]);
  const other = lineState([0, 0], [1, 0], [2, 0], [3, 1]);
  expect(merge(atEnd, other, from).disputed).toEqual([
    {
      ...run(
        [],
        [
          [2, 0],
          [3, 0],
        ],
        [
          [2, 0],
          [3, 1],
        ],
      ),
      base: null,
    },
  ]);
  const atStart = lineState([-1, 0], [0, 0], [1, 0], [2, 0]);
  expect(merge(atEnd, atStart, from)).toEqual(
    whole(lineState([-1, 0], [0, 0], [1, 0], [2, 0], [3, 0])),
  );
});

/** Eight corners of a field, counter-clockwise from the east, in metres as if degrees. */
const octagon = [
  [4, 0],
  [3, 3],
  [0, 4],
  [-3, 3],
  [-4, 0],
  [-3, -3],
  [0, -4],
  [3, -3],
];
const field = (changes: Record<number, Position | null>, properties = {}) => {
  const corners = octagon.flatMap((corner, index) => {
    const changed = changes[index + 1];
    return changed === null ? [] : [changed ?? corner];
  });
  return stateOf(polygonOf([...corners, corners[0]!]), properties);
};

test('corner 2 is moved and 7 deleted, a stale proposal moves 5 and 7 and names it: 7 alone is asked', () => {
  const from = field({});
  const current = field({ 2: [4, 4], 7: null });
  const incoming = field({ 5: [-5, 0], 7: [0, -5] }, { name: 'Long meadow' });
  // By hand: corner 7 lies between 6 at −3, −3 and 8 at 3, −3.
  expect(merge(current, incoming, from)).toEqual({
    merged: field({ 2: [4, 4], 5: [-5, 0], 7: null }, { name: 'Long meadow' }),
    disputed: [
      run(
        [
          [-3, -3],
          [0, -4],
          [3, -3],
        ],
        [
          [-3, -3],
          [3, -3],
        ],
        [
          [-3, -3],
          [0, -5],
          [3, -3],
        ],
      ),
    ],
  });
  const named = { name: 'Long meadow' };
  const settled = (side: MergeSide) => chosen(current, incoming, [side], from);
  expect(settled('incoming')).toEqual(field({ 2: [4, 4], 5: [-5, 0], 7: [0, -5] }, named));
  expect(settled('base')).toEqual(field({ 2: [4, 4], 5: [-5, 0] }, named));
});

test('each stretch is chosen for itself, in the order of the ring, and attributes after them', () => {
  const current = field({ 2: [4, 4], 6: [-4, -4] }, { name: 'A' });
  const incoming = field({ 2: [5, 5], 6: [-5, -5], 4: [-4, 4] }, { name: 'B' });
  const from = field({}, { name: '' });
  expect(extentsOf(merge(current, incoming, from).disputed)).toEqual(['run', 'run', 'name']);
  expect(chosen(current, incoming, ['incoming', 'base', 'incoming'], from)).toEqual(
    field({ 2: [5, 5], 4: [-4, 4] }, { name: 'B' }),
  );
});

test('more stretches than a person would go through are asked as one shape', () => {
  const from = stateOf(polygonOf(ringAround([0, 0], 10, 204)));
  const widened = (by: number) => {
    const ring = ringAround([0, 0], 10, 204).slice(0, -1);
    const moved = ring.map(([x = 0, y = 0], place) => (place % 4 ? [x, y] : [x * by, y * by]));
    return stateOf(polygonOf([...moved, moved[0]!]));
  };
  // 204 corners, every fourth of which is disputed: 51 stretches.
  expect(merge(widened(1.01), widened(1.02), from).disputed).toMatchObject([
    { extent: 'shape', reason: 'More than 50 stretches of the outline are disputed.' },
  ]);
});

test('edit against delete is disputed as a whole, and nothing is lost', () => {
  const edited = moved({ 0: [3, 0] });
  const [deletedNow, deletesIt] = [merge(null, edited), merge(edited, null)];
  expect(deletedNow).toMatchObject({ merged: null, disputed: [{ extent: 'feature' }] });
  expect(deletedNow.disputed).toMatchObject([{ current: null, incoming: edited.geometry }]);
  expect(deletesIt).toMatchObject({ merged: edited, disputed: [{ incoming: null }] });
  expect(chosen(null, edited, ['incoming'])).toEqual(edited);
  expect(chosen(null, edited, ['base'])).toEqual(base);
  expect(chosen(edited, null, ['incoming'])).toBeNull();
  expect(merge(null, null)).toEqual(whole(null));
  expect(merge(null, base)).toEqual(whole(null));
  expect(merge(edited, base, null)).toMatchObject({ merged: edited, disputed: [{ base: null }] });
});

test('an attribute that both set to something else is chosen by a person', () => {
  const [current, incoming] = [
    stateOf(null, { kind: 'bog', name: 'A', area: 2 }),
    stateOf(null, { name: 'B', area: 2 }),
  ];
  const from = stateOf(null, { kind: 'fen', name: 'A', area: 1 });
  expect(merge(current, incoming, from)).toEqual({
    merged: stateOf(null, { kind: 'bog', name: 'B', area: 2 }),
    disputed: [{ kind: 'attribute', name: 'kind', base: 'fen', current: 'bog' }],
  });
  const settled = (side: MergeSide) => chosen(current, incoming, [side], from)?.properties;
  expect(settled('incoming')).toEqual({ name: 'B', area: 2 });
  expect(settled('base')).toEqual({ kind: 'fen', name: 'B', area: 2 });
});

const side = fc.constantFrom<MergeSide>('base', 'current', 'incoming');

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

const swap: Record<MergeSide, MergeSide> = {
  base: 'base',
  current: 'incoming',
  incoming: 'current',
};
const swapped = (dispute: Dispute): Dispute => {
  const { current, incoming, ...rest } = dispute;
  return {
    ...rest,
    ...(incoming !== undefined && { current: incoming }),
    ...(current !== undefined && { incoming: current }),
  } as Dispute;
};

test('from either side a merge is the same, with the sides of its disputes swapped', () => {
  let [mergedCount, disputedCount] = [0, 0];
  fc.assert(
    fc.property(editedRound, editedRound, fc.infiniteStream(side), (one, other, sides) => {
      const { merged, disputed } = merge(one, other, roundState);
      const fromOther = merge(other, one, roundState);
      expect(fromOther.disputed).toEqual(disputed.map(swapped));
      if (disputed.length === 0) mergedCount++;
      else disputedCount++;
      const choices = disputed.map((): MergeSide => sides.next().value);
      const settled = chosen(one, other, choices, roundState);
      expect(shapeFault(merged!.geometry!)).toBeUndefined();
      expect(shapeFault(settled!.geometry!)).toBeUndefined();
      const settledFromOther = chosen(
        other,
        one,
        choices.map((each) => swap[each]),
        roundState,
      );
      expect(isSameState(settled, settledFromOther)).toBe(true);
    }),
    { numRuns: 1000 },
  );
  expect(mergedCount).toBeGreaterThan(200);
  expect(disputedCount).toBeGreaterThan(200);
});

test('all of one side keeps that side, and what the other did apart from it', () => {
  // The sides meet only in what is disputed: choosing one side evenly leaves no trace of the
  // other there, so that each vertex of the result stands in one of the two shapes or in the base.
  const keysOf = (state: FeatureState | null) =>
    new Set((state!.geometry!.coordinates as Position[][]).flat().map((each) => `${each}`));
  fc.assert(
    fc.property(editedRound, editedRound, (one, other) => {
      const { disputed } = merge(one, other, roundState);
      const all = (each: MergeSide) => disputed.map(() => each);
      const ours = chosen(one, other, all('current'), roundState);
      const theirs = chosen(one, other, all('incoming'), roundState);
      const [own, others, former] = [keysOf(one), keysOf(other), keysOf(roundState)];
      // What a side took out of the base stays out when that side is chosen, and what it put in
      // stays in.
      for (const key of own) if (!former.has(key)) expect(keysOf(ours)).toContain(key);
      for (const key of others) if (!former.has(key)) expect(keysOf(theirs)).toContain(key);
      for (const key of former) if (!own.has(key)) expect(keysOf(ours)).not.toContain(key);
      for (const key of former) if (!others.has(key)) expect(keysOf(theirs)).not.toContain(key);
      expect(shapeFault(ours!.geometry!)).toBeUndefined();
      expect(shapeFault(theirs!.geometry!)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test('where a ring begins makes no difference to what is disputed', () => {
  const turned = ({ geometry, properties }: FeatureState, by: number) => {
    const [ring] = geometry!.coordinates as Position[][];
    const open = ring!.slice(0, -1);
    const [front, back] = [open.slice(0, by), open.slice(by)];
    const corners = [...back, ...front];
    return stateOf(polygonOf([...corners, corners[0]!]), properties);
  };
  // Corners 0 to 9 stand in all three, so that each can be turned to the same one.
  const edited = fc
    .tuple(editedBetween(10, corners - 1), fc.constantFrom('lake', 'pond'))
    .map(([geometry, name]) => stateOf(geometry, { name }));
  fc.assert(
    fc.property(edited, edited, fc.integer({ min: 1, max: 9 }), (one, other, by) => {
      const { merged, disputed } = merge(one, other, roundState);
      const turnedMerge = merge(turned(one, by), turned(other, by), turned(roundState, by));
      expect(turnedMerge.disputed.length).toBe(disputed.length);
      expect(isSameState(turned(merged!, by), turnedMerge.merged)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a change that is taken back leaves what others did since', () => {
  const edited = (min: number, max: number, properties: FeatureState['properties']) =>
    editedBetween(min, max).map((geometry) => stateOf(geometry, properties));
  let undoneCount = 0;
  fc.assert(
    fc.property(
      edited(1, 10, { name: 'pond' }),
      edited(13, 22, { name: 'lake', depth: 3 }),
      (first, second) => {
        const both = merge(first, second, roundState);
        if (both.disputed.length > 0) return;
        const undone = merge(both.merged, roundState, first);
        if (undone.disputed.length > 0) return;
        undoneCount++;
        expect(isSameState(undone.merged, second)).toBe(true);
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
      const { disputed } = mergeStates({ base: from, current, incoming });
      const fromOther = mergeStates({ base: from, current: incoming, incoming: current });
      expect(fromOther.disputed.length).toBe(disputed.length);
      expect(merge(from, incoming, from)).toEqual(whole(incoming));
      expect(merge(current, from, from)).toEqual(whole(current));
      const patch = makePatch(from, current);
      if (patch) expect(isSameState(applyPatch(from, patch), current)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('a feature is in the layer into which one person moved it, and two are asked', () => {
  const inLayer = (layerId: string, properties = {}): FeatureState => ({
    ...base,
    properties,
    layerId,
  });
  const named = inLayer('nests', { name: 'Marsh' });
  expect(merge(inLayer('ponds'), named, inLayer('nests'))).toEqual(
    whole(inLayer('ponds', { name: 'Marsh' })),
  );
  expect(merge(inLayer('ponds'), inLayer('ponds'), inLayer('nests'))).toEqual(
    whole(inLayer('ponds')),
  );
  const states = {
    base: inLayer('nests'),
    current: inLayer('ponds'),
    incoming: inLayer('trails', { name: 'Marsh' }),
  };
  const { merged, disputed } = mergeStates(states);
  expect(merged).toEqual(inLayer('ponds', { name: 'Marsh' }));
  expect(disputed).toEqual([
    { kind: 'layer', base: 'nests', current: 'ponds', incoming: 'trails' },
  ]);
  expect(mergeStates(states, ['incoming']).merged?.layerId).toBe('trails');
});

test('a state from before layers were told is one in any layer', () => {
  const inLayer: FeatureState = { ...base, layerId: 'nests' };
  const named = { ...base, properties: { name: 'Marsh' } };
  expect(isSameState(base, inLayer)).toBe(true);
  expect(makePatch(base, inLayer)).toBeNull();
  const merged = { ...inLayer, properties: { name: 'Marsh' } };
  expect(applyPatch(inLayer, makePatch(base, named)!)).toEqual(merged);
  expect(mergeStates({ base, current: inLayer, incoming: named }).merged?.properties).toEqual(
    named.properties,
  );
});
