import { palettes, turnedPalette } from '@refugia/engine/valuation/index.ts';
import { expect, test } from 'vitest';
import { directionOf, usualDirection } from './palettes.ts';

const greenToRed = palettes.find(({ name }) => name === 'Green/Red')!;
const blueToOrange = palettes.find(({ name }) => name === 'Blue/Orange')!;

test('green is good, where a palette has green and red', () => {
  const { min, max } = usualDirection(greenToRed);
  expect([min, max]).toEqual([greenToRed.max, greenToRed.min]);
  expect(usualDirection(blueToOrange)).toEqual(blueToOrange);
});

test.each(palettes)('$name keeps its name when its colours are turned round', (palette) => {
  const first = usualDirection(palette);
  expect(directionOf(first)).toEqual({ name: palette.name, isTurned: false });
  expect(directionOf(turnedPalette(first))).toEqual({ name: palette.name, isTurned: true });
});

test('values that were stored with green for low ones are drawn so', () => {
  expect(directionOf(greenToRed)).toEqual({ name: 'Green/Red', isTurned: true });
});
