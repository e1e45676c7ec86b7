import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import { expect, test } from 'vitest';
import { drawnTiles, tilesOfPlaces } from './drawn-tiles.ts';
import { tileKey } from './tile-address.ts';

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
