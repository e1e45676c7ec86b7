import { describe, expect, test } from 'vitest';
import { changeAlpha, changeDrawing, unobservedColour } from './change-drawing.ts';
import { changePalette } from './change-palette.ts';
import { applyPatterns } from './draw-classes.ts';
import { resampleClasses } from './resample.ts';
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

describe('change', () => {
  const size = 16;
  /** Pixels of a tile that lies exactly on the raster's. */
  const drawn = (layer: Uint8Array, drawing = changeDrawing()) => {
    const centre = (position: number) => position + 0.5;
    const positions = {
      size,
      columns: Float64Array.from(layer, (_, index) => centre(index % size)),
      rows: Float64Array.from(layer, (_, index) => centre(Math.floor(index / size))),
      gridPixelsPerPixel: 1,
    };
    const source = { column: 0, row: 0, width: size, height: size, bands: [layer] };
    const numbers = resampleClasses(source, positions, drawing);
    const isSeen = applyPatterns(numbers, size, drawing);
    return { isSeen, at: (index: number) => drawing.classes[numbers[index] - 1]?.colour };
  };

  test('shows changed pixels, hatches unobserved ones, and nothing else', () => {
    const layer = new Uint8Array(size * size);
    layer[0] = changePalette.burn.code;
    layer.fill(255, 8 * size);
    layer.fill(254, 15 * size);
    layer[2] = 1;
    const { at } = drawn(layer);
    expect(at(0)).toEqual([...changePalette.burn.colour, changeAlpha]);
    expect(at(1)).toBeUndefined();
    expect(at(2)).toEqual([...changePalette.changed.colour, changeAlpha]);
    expect(at(15 * size)).toBeUndefined();
    const hatched = Array.from({ length: 7 * size }, (_, index) => at(8 * size + index));
    // Two of eight diagonals.
    expect(hatched.filter((colour) => colour === unobservedColour).length).toBe((7 * size) / 4);
    const burns = drawn(layer, changeDrawing(['burn']));
    expect(burns.at(0)).toEqual([...changePalette.burn.colour, changeAlpha]);
    expect(burns.at(2)).toBeUndefined();
    expect(drawn(new Uint8Array(size * size).fill(1), changeDrawing([])).isSeen).toBe(false);

    const alone = drawn(layer, changeDrawing(undefined, { unobserved: 'alone' }));
    const coloured = hatched.map((_, index) => alone.at(8 * size + index));
    expect(new Set(coloured)).toEqual(new Set([unobservedColour]));
    expect(alone.at(0)).toBeUndefined();
    expect(drawn(layer, changeDrawing([], { unobserved: 'hidden' })).isSeen).toBe(false);
  });

  test('refuses rows that do not fit', () => {
    expect(() => applyPatterns(new Uint8Array(10), 3, changeDrawing())).toThrow(/10 pixels/);
  });
});
