import { describe, expect, test } from 'vitest';
import { changeAlpha, changePalette, changeRendering, unobservedColour } from './change-palette.ts';
import { pixelState } from './data-tile.ts';
import { applyOutlines, applyPatterns, numbersOf } from './paint-classes.ts';
import type { ClassesRendering } from './rendering.ts';

const colour = [1, 2, 3, 200] as const;
const rendering: ClassesRendering = {
  kind: 'classes',
  classes: [
    { code: 2, colour, prevails: true },
    { code: 3, colour, prevails: true },
    { code: 255, colour, pattern: 'hatched' },
  ],
  innerAlpha: 100,
};

/** Rows of digits, a letter for the outline of a class: `a` for that of the first one. */
function drawn(rows: readonly string[], how: ClassesRendering): string[] {
  const width = rows[0].length;
  const numbers = Uint8Array.from(rows.join(''), Number);
  const outlined = [...applyOutlines(numbers, width, how)];
  const text = outlined.map((number) => (number > 3 ? 'abc'[number - 4] : number)).join('');
  return rows.map((_row, index) => text.slice(index * width, (index + 1) * width));
}

// Drawn by hand: outlines are two pixels wide, also between two kinds, but there are none at the
// tile's own edge.
const rows = [
  '1111111000', //
  '1111111000',
  '1111111000',
  '1111111222',
  '1111111222',
  '1111111222',
  '0000000333',
  '0000000333',
];

test('change has an outline two pixels wide, which does not run along the edge of a tile', () => {
  expect(drawn(rows, rendering)).toEqual([
    '11111aa000',
    '11111aa000',
    '11111aa000',
    '11111aabbb',
    'aaaaaaabbb',
    'aaaaaaabbb',
    '0000000333',
    '0000000333',
  ]);
});

test('without an alpha of its inside, no class is outlined', () => {
  const { innerAlpha: _innerAlpha, ...plain } = rendering;
  expect(drawn(rows, plain)).toEqual(rows);
});

describe('change', () => {
  const size = 16;
  const drawn = (layer: Uint8Array, rendering = changeRendering()) => {
    const numbers = numbersOf(
      {
        width: size,
        height: size,
        bands: [Float64Array.from(layer)],
        states: new Uint8Array(size * size).fill(pixelState.valid),
      },
      rendering,
    );
    const isSeen = applyPatterns(numbers, size, rendering);
    return { isSeen, at: (index: number) => rendering.classes[numbers[index] - 1]?.colour };
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
    const burns = drawn(layer, changeRendering(['burn']));
    expect(burns.at(0)).toEqual([...changePalette.burn.colour, changeAlpha]);
    expect(burns.at(2)).toBeUndefined();
    expect(drawn(new Uint8Array(size * size).fill(1), changeRendering([])).isSeen).toBe(false);

    const alone = drawn(layer, changeRendering(undefined, { unobserved: 'alone' }));
    const coloured = hatched.map((_, index) => alone.at(8 * size + index));
    expect(new Set(coloured)).toEqual(new Set([unobservedColour]));
    expect(alone.at(0)).toBeUndefined();
    expect(drawn(layer, changeRendering([], { unobserved: 'hidden' })).isSeen).toBe(false);
  });

  test('refuses rows that do not fit', () => {
    expect(() => applyPatterns(new Uint8Array(10), 3, changeRendering())).toThrow(/10 pixels/);
  });
});
