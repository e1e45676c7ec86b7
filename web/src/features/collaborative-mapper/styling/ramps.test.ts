import { expect, test } from 'vitest';
import { paletteColors, palettes, rampColors, rampGroups } from './ramps.ts';

test('ramps are those of ColorBrewer', () => {
  // colorbrewer2.org/#type=sequential&scheme=YlGnBu&n=5
  const five = ['#ffffcc', '#a1dab4', '#41b6c4', '#2c7fb8', '#253494'];
  expect(rampColors('YlGnBu', 5)).toEqual(five);
  // Below three colours, the ends of the shortest ramp serve.
  expect(rampColors('YlGnBu', 2)).toEqual(['#edf8b1', '#2c7fb8']);
  expect(rampColors('YlGnBu', 1)).toEqual(['#2c7fb8']);
});

test('each ramp has a colour for each number of classes', () => {
  for (const name of rampGroups.flatMap(({ names }) => names))
    for (let classes = 1; classes <= 9; classes++)
      expect(new Set(rampColors(name, classes)).size).toBe(classes);
});

test('palettes begin anew when there are no more colours', () => {
  for (const { id, digits } of palettes) {
    const colors = digits.split(' ').length;
    expect(new Set(paletteColors(id, colors)).size).toBe(colors);
    const painted = paletteColors(id, colors + 1);
    expect(painted.at(-1)).toBe(painted[0]);
  }
});
