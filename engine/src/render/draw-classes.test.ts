import { expect, test } from 'vitest';
import { applyOutlines } from './draw-classes.ts';
import type { ClassesDrawing } from './drawing.ts';

const colour = [1, 2, 3, 200] as const;
const drawing: ClassesDrawing = {
  kind: 'classes',
  classes: [
    { code: 2, colour, prevails: true },
    { code: 3, colour, prevails: true },
    { code: 255, colour, pattern: 'hatched' },
  ],
  innerAlpha: 100,
};

/** Rows of digits, a letter for the outline of a class: `a` for that of the first one. */
function drawn(rows: readonly string[], how: ClassesDrawing): string[] {
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
  expect(drawn(rows, drawing)).toEqual([
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
  const { innerAlpha: _innerAlpha, ...plain } = drawing;
  expect(drawn(rows, plain)).toEqual(rows);
});
