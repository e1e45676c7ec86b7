import { expect, test } from 'vitest';
import { worldOutline } from './outline-canvas.ts';

test('an outline lies in the Web Mercator square, with the box around it', () => {
  const [line, ...others] = worldOutline({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [90, 0],
        [90, 66.51326044311186],
        [0, 0],
      ],
    ],
  });
  expect(others).toEqual([]);
  // 66.51326° is a quarter of the square's height above the equator (tile 2/2/1 of XYZ).
  expect([...line!.places]).toEqual(
    [0.5, 0.5, 0.75, 0.5, 0.75, 0.25, 0.5, 0.5].map((each) => expect.closeTo(each, 9)),
  );
  expect(line).toMatchObject({ west: 0.5, east: 0.75, south: 0.5, north: expect.closeTo(0.25, 9) });
});
