import { expect, test } from 'vitest';
import type { LngLat } from '../places.ts';
import { withDrops } from './vertex-drops.ts';

const line = {
  type: 'LineString' as const,
  coordinates: [
    [0, 0],
    [1, 0],
  ],
};
/** Snaps to whole degrees. */
const snap = ([longitude, latitude]: LngLat): LngLat => [
  Math.round(longitude),
  Math.round(latitude),
];

test('drops follow each other: a later one counts the vertices of an earlier one', () => {
  const drops = [
    { kind: 'insert' as const, address: { path: [0], index: 0 }, place: [0.6, 2.1] as const },
    { kind: 'move' as const, address: { path: [0], index: 2 }, place: [3.2, 0.3] as const },
  ];
  expect(withDrops(line, drops, (place) => place).coordinates).toEqual([
    [0, 0],
    [0.6, 2.1],
    [3.2, 0.3],
  ]);
  expect(withDrops(line, drops, snap).coordinates).toEqual([
    [0, 0],
    [1, 2],
    [3, 0],
  ]);
});

test('a drop on a vertex that somebody else has removed changes nothing', () => {
  const drop = { kind: 'move' as const, address: { path: [0], index: 7 }, place: [5, 5] as const };
  expect(withDrops(line, [drop], snap)).toEqual(line);
});

test('a marker is moved to the place that it snaps to', () => {
  const marker = { type: 'Point' as const, coordinates: [0, 0] };
  const drop = {
    kind: 'move' as const,
    address: { path: [], index: 0 },
    place: [0.9, 0.2] as const,
  };
  expect(withDrops(marker, [drop], snap)).toEqual({ type: 'Point', coordinates: [1, 0] });
});
