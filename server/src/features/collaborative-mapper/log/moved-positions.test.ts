import { makePatch } from '@refugia/engine/merge/index.ts';
import { anyGeometry, position } from '@refugia/engine/testing/map-features.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedPositions } from './moved-positions.ts';

type Nested = number | Nested[];

/** Replaces the value at a path of nested lists. */
function setAt(list: Nested[], [place, ...rest]: readonly number[], value: Nested[]): void {
  if (rest.length === 0) list[place!] = value;
  else setAt(list[place!] as Nested[], rest, value);
}

/** The geometry with one vertex moved. A ring stays closed. */
function withMoved(geometry: FlatGeometry, random: number, to: number[]): FlatGeometry {
  const copy = structuredClone(geometry);
  let list = copy.coordinates as Nested[];
  while (Array.isArray((list[0] as Nested[])[0])) list = list[random % list.length] as Nested[];
  const isRing = copy.type.endsWith('Polygon');
  const place = random % (isRing ? list.length - 1 : list.length);
  list[place] = to;
  if (isRing && place === 0) list[list.length - 1] = to;
  return copy;
}

const area = anyGeometry.filter(({ type }) => type !== 'Point');

test('setting the positions that moved makes the geometry after a move of the one before', () => {
  let found = 0;
  fc.assert(
    fc.property(area, fc.nat(), position, (before, random, to) => {
      const after = withMoved(before, random, to);
      const state = (geometry: FlatGeometry) => ({ geometry, properties: {} });
      const patch = makePatch(state(before), state(after));
      fc.pre(patch !== null);
      const moved = movedPositions(patch, after);
      if (!moved) return;
      found++;
      const made = structuredClone(before);
      for (const each of moved) setAt(made.coordinates as Nested[], each.path, each.position);
      expect(made).toEqual(after);
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(200);
});

test('what does more than move a few positions is not told as such', () => {
  const line = (...coordinates: number[][]) => ({
    geometry: { type: 'LineString' as const, coordinates },
    properties: {},
  });
  const before = line([0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]);
  const others = [
    line([0, 0], [1, 1], [2, 2], [3, 3], [4, 4]),
    line([0, 0], [9, 9], [8, 8], [2, 2], [3, 3], [4, 4], [5, 5]),
    line([9, 0], [9, 1], [9, 2], [9, 3], [9, 4], [9, 5]),
  ];
  for (const after of others) {
    expect(movedPositions(makePatch(before, after)!, after.geometry)).toBeUndefined();
  }
});
