import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxZoom, moveBy, roundCrop, startCrop, zoomOf, zoomTo } from './photo-crop.ts';

// The numbers are calculated by hand.
const landscape = { width: 800, height: 400 };

describe('the square of a photo', () => {
  test('starts as the largest one in the middle', () => {
    expect(startCrop(landscape)).toEqual({ x: 200, y: 0, size: 400 });
    expect(startCrop({ width: 300, height: 500 })).toEqual({ x: 0, y: 100, size: 300 });
  });

  test('keeps its middle when it is zoomed', () => {
    const zoomed = zoomTo(startCrop(landscape), landscape, 2);
    expect(zoomed).toEqual({ x: 300, y: 100, size: 200 });
    expect(zoomOf(zoomed, landscape)).toBe(2);
    expect(zoomTo(zoomed, landscape, 1)).toEqual({ x: 200, y: 0, size: 400 });
  });

  test('stops at the edges of the picture', () => {
    const start = startCrop(landscape);
    expect(moveBy(start, landscape, -1000, 30)).toEqual({ x: 0, y: 0, size: 400 });
    expect(moveBy(start, landscape, 1000, -30)).toEqual({ x: 400, y: 0, size: 400 });
    const corner = moveBy(zoomTo(start, landscape, 4), landscape, 1000, 1000);
    expect(corner).toEqual({ x: 700, y: 300, size: 100 });
    expect(zoomTo(corner, landscape, 1)).toEqual({ x: 400, y: 0, size: 400 });
  });

  test('gets no closer than 64 pixels, and not beyond 5 times', () => {
    expect(maxZoom({ width: 5000, height: 4000 })).toBe(5);
    expect(maxZoom({ width: 128, height: 400 })).toBe(2);
    expect(maxZoom({ width: 20, height: 20 })).toBe(1);
    expect(zoomTo(startCrop(landscape), landscape, 99).size).toBe(80);
  });

  test('rounded, always lies inside the picture', () => {
    const pixels = fc.integer({ min: 1, max: 6000 });
    const shift = fc.double({ min: -7000, max: 7000, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          width: pixels,
          height: pixels,
          dx: shift,
          dy: shift,
          zoom: fc.double({ min: 0, max: 9, noNaN: true }),
        }),
        ({ width, height, dx, dy, zoom }) => {
          const picture = { width, height };
          const crop = roundCrop(
            moveBy(zoomTo(startCrop(picture), picture, zoom), picture, dx, dy),
            picture,
          );
          expect(Object.values(crop).every(Number.isInteger)).toBe(true);
          expect(crop.size).toBeGreaterThanOrEqual(1);
          expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
          expect(crop.x + crop.size).toBeLessThanOrEqual(width);
          expect(crop.y + crop.size).toBeLessThanOrEqual(height);
        },
      ),
    );
  });
});
