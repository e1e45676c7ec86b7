import type { Vertex } from '@refugia/engine/edit/index.ts';
import { expect, test } from 'vitest';
import { alongTheRings, verticesInView } from './vertices-in-view.ts';

const view = { west: 0, south: 0, east: 10, north: 10 };
const vertices = [
  [5, 5],
  [20, 5],
  [9, 9],
  [0, 0],
].map((position, index): Vertex => ({ address: { path: [0, 0], index }, position }));
const places = (most: number) =>
  verticesInView(vertices, view, most).map(({ address }) => address.index);

test('vertices beyond the view have no handle', () => {
  expect(places(200)).toEqual([0, 2, 3]);
});

test('of too many, those nearest to the middle have one, in the order of the shape', () => {
  expect(places(2)).toEqual([0, 2]);
});

test('vertices and middles follow each other along each ring', () => {
  const at = (ring: number, index: number): Vertex => ({
    address: { path: [0, ring], index },
    position: [0, 0],
  });
  const placed = alongTheRings([at(0, 0), at(0, 1), at(1, 0)], [at(1, 0), at(0, 1), at(0, 10)]);
  expect(
    placed.map(({ address: { path, index }, isMiddle }) => [path[1], index, isMiddle]),
  ).toEqual([
    [0, 0, false],
    [0, 1, false],
    [0, 1, true],
    [0, 10, true],
    [1, 0, false],
    [1, 0, true],
  ]);
});
