import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import { expect, test } from 'vitest';
import {
  ancestorOf,
  childrenOf,
  drawnTiles,
  matrixOfPlace,
  partOfAncestor,
  tileKey,
  tilesOfPlaces,
  tileTouches,
} from './drawn-tiles.ts';

const place = { z: 4, x: 5, y: 6, wrap: -1 };

function draw(known: Readonly<Record<string, DataTile | null>>) {
  const peek = (address: TileAddress) => known[tileKey(address)];
  return drawnTiles([place], peek).map(({ place: at, source, part }) => ({
    at: `${tileKey(at)} of ${at.wrap}`,
    source: tileKey(source),
    part,
  }));
}

const some = {} as DataTile;

test('a tile that is there is drawn itself', () => {
  expect(draw({ '4/5/6': some, '3/2/3': some })).toEqual([
    { at: '4/5/6 of -1', source: '4/5/6', part: [0, 0, 1] },
  ]);
});

test('a tile on its way is drawn as a part of the nearest coarser one', () => {
  expect(draw({ '3/2/3': some, '2/1/1': some })).toEqual([
    { at: '4/5/6 of -1', source: '3/2/3', part: [0.5, 0, 0.5] },
  ]);
});

test('without a coarser one, finer ones are drawn at their places', () => {
  expect(draw({ '5/10/12': some, '5/11/13': null })).toEqual([
    { at: '5/10/12 of -1', source: '5/10/12', part: [0, 0, 1] },
  ]);
});

test('where there is nothing, nothing is drawn', () => {
  expect(draw({ '4/5/6': null, '3/2/3': some })).toEqual([]);
  expect(draw({ '3/2/3': null, '5/10/12': some })).toEqual([]);
  expect(draw({})).toEqual([]);
});

test('copies of the world share their tiles', () => {
  const places = [place, { ...place, wrap: 0 }, { ...place, x: 6 }];
  expect(tilesOfPlaces(places)).toEqual([
    { z: 4, x: 5, y: 6 },
    { z: 4, x: 6, y: 6 },
  ]);
});

const tile = { z: 5, x: 21, y: 10 };

test('a tile is a part of its ancestor, and a child of it', () => {
  expect(ancestorOf(tile, 2)).toEqual({ z: 3, x: 5, y: 2 });
  expect(partOfAncestor(tile, 2)).toEqual([0.25, 0.5, 0.25]);
  expect(childrenOf(ancestorOf(tile, 1)).map(tileKey)).toContain('5/21/10');
});

// West, south, east and north are −123.75, 40.97990, −112.5 and 48.92250, by the formula of the
// OpenStreetMap wiki (Slippy map tilenames) in Python.
const oregon = { z: 5, x: 5, y: 11 };

test.each([
  [[-120, 42, -119, 43], true],
  [[-123.76, 48.92, -123.74, 49], true],
  [[-123.76, 48.93, -123.74, 49], false],
  [[-112.4, 42, -112, 43], false],
  [[-124, 42, -123.8, 43], false],
  [[236.5, 42, 240, 43], true],
])('the box %o touches a tile of Oregon: %s', (box, touches) => {
  expect(tileTouches(oregon, box)).toBe(touches);
});

test('a box across the antimeridian is on both sides of it', () => {
  const fiji = [177, -19, 182, -16];
  expect(tileTouches({ z: 3, x: 7, y: 4 }, fiji)).toBe(true);
  expect(tileTouches({ z: 3, x: 0, y: 4 }, fiji)).toBe(true);
  expect(tileTouches({ z: 3, x: 1, y: 4 }, fiji)).toBe(false);
});

/** Web Mercator with the whole world on 512 pixels, moved and turned by a quarter clockwise. */
const size = { width: 800, height: 400 };
const map: Parameters<typeof matrixOfPlace>[0] = {
  project: (position) => {
    const [longitude, latitude] = position as [number, number];
    const radians = (latitude * Math.PI) / 180;
    const across = 512 * (longitude / 360);
    const down = -512 * (Math.asinh(Math.tan(radians)) / (2 * Math.PI));
    return { x: 400 - down, y: 200 + across } as ReturnType<typeof map.project>;
  },
};

function screenAt(matrix: Float32Array, across: number, down: number): number[] {
  return [0, 1].map((row) => matrix[row]! * across + matrix[4 + row]! * down + matrix[12 + row]!);
}

test('the corners and the middle of a tile lie where the map has them', () => {
  // The tile of zoom 1 that is east of Greenwich and south of the equator: 256 pixels.
  const matrix = matrixOfPlace(map, size, { z: 1, x: 1, y: 1, wrap: 0 });
  // Its upper left corner is the middle of the map, from where a turned map goes down and left.
  expect(screenAt(matrix, 0, 0)).toEqual([0, 0]);
  const [eastX, eastY] = screenAt(matrix, 1, 0);
  expect([eastX, eastY]).toEqual([expect.closeTo(0, 6), expect.closeTo(-256 / 200, 6)]);
  const [southX, southY] = screenAt(matrix, 0, 1);
  expect([southX, southY]).toEqual([expect.closeTo(-256 / 400, 6), expect.closeTo(0, 6)]);
  const [x, y] = screenAt(matrix, 0.5, 0.5);
  expect([x, y]).toEqual([expect.closeTo(-128 / 400, 6), expect.closeTo(-128 / 200, 6)]);
});

test('a copy of the world lies a world beside it', () => {
  const [, first] = screenAt(matrixOfPlace(map, size, { z: 0, x: 0, y: 0, wrap: 0 }), 0, 0);
  const [, second] = screenAt(matrixOfPlace(map, size, { z: 0, x: 0, y: 0, wrap: 1 }), 0, 0);
  expect(second! - first!).toBeCloseTo(-512 / 200, 6);
});
