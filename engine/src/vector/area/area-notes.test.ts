import { fileSentence } from '@refugia/contract/file-facts.ts';
import type { Polygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import { feature, polygon, readJson, square } from '../../../testing/vector-files.ts';
import { areaNotes } from '../geometry/clean-polygon.ts';

const bowTie: Position[] = [
  [0, 0],
  [1, 1],
  [1, 0],
  [0, 1],
  [0, 0],
];

test.each<[string, Position[][], string[]]>([
  ['a square with a hole', [square(0, 0, 9), square(1, 1, 7)], []],
  [
    'a hole within a hole',
    [square(0, 0, 9), square(1, 1, 7), square(3, 3, 2)],
    ['Holes within a hole are land, as they are drawn.'],
  ],
  [
    'a bow tie',
    [bowTie],
    ['Where an outline crosses itself, what lies in an odd number of its loops is land.'],
  ],
])('%s is told as the upload of a file tells it', async (_name, coordinates, notes) => {
  const area: Polygon = { type: 'Polygon', coordinates };
  expect(areaNotes(area).map(fileSentence)).toEqual(notes);
  const file = await readJson(feature(polygon(...coordinates)));
  expect(file.notes).toEqual(notes);
});
