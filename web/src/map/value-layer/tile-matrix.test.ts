import { expect, test } from 'vitest';
import { matrixOfPlace } from './tile-matrix.ts';

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
