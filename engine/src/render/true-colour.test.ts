import { describe, expect, test } from 'vitest';
import { renderTrueColour } from './true-colour.ts';

describe('natural colour', () => {
  const picture = (reflectance: number): number[] => {
    const band = [Math.round(reflectance * 10_000)];
    return [...renderTrueColour({ red: band, green: band, blue: band }, [1])];
  };

  test('is black at 1 % reflectance, white at 30 %, and grows in between', () => {
    expect(picture(0.01)).toEqual([0, 0, 0, 255]);
    expect(picture(0.3)).toEqual([255, 255, 255, 255]);
    expect(picture(0.9)).toEqual([255, 255, 255, 255]);
    const steps = [0.02, 0.04, 0.08, 0.16, 0.25].map((reflectance) => picture(reflectance)[0]);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
    // (0.155 − 0.01) / 0.29 = 0.5, and 255 · 0.5^(1/1.6) = 165.3.
    expect(picture(0.155)[0]).toBe(165);
  });

  test('keeps the order of the bands and leaves out what is not valid', () => {
    const rgba = renderTrueColour(
      { red: [3000, 3000], green: [100, 100], blue: [100, 3000] },
      [1, 0],
    );
    expect([...rgba]).toEqual([255, 0, 0, 255, 0, 0, 0, 0]);
  });

  test('refuses bands of another size', () => {
    expect(() => renderTrueColour({ red: [1], green: [1], blue: [1, 2] }, [1])).toThrow(RangeError);
  });
});
