import { expect, test } from 'vitest';
import { colourValues, countValues, legendOf, statusLegend } from './layer-colours.ts';

test('values are counted, the commonest first; a missing one counts as none', () => {
  expect(countValues(['oak', 'elm', 'oak', undefined, null, 3, '3'])).toEqual([
    { value: 'oak', count: 2 },
    { value: null, count: 2 },
    { value: 'elm', count: 1 },
    { value: 3, count: 1 },
    { value: '3', count: 1 },
  ]);
});

test('values take colours in turn, and begin anew when there are no more', () => {
  const colours = colourValues([1, 2, 3, 4, 5, 6, 7]).map(({ color }) => color);
  expect(new Set(colours.slice(0, 6)).size).toBe(6);
  expect(colours[6]).toBe(colours[0]);
});

test('the legend names every value, and what the rest looks like', () => {
  expect(legendOf({ color: null, color_by: null, label_by: null })).toEqual([]);
  const color_by = { attribute: 'tree', colors: [{ value: null, color: '#000000' }] };
  expect(legendOf({ color: '#ffffff', color_by, label_by: null })).toEqual([
    { label: 'No value', color: '#000000' },
    { label: 'Other', color: '#ffffff' },
  ]);
});

test('the legend of all features has blue for resolved ones, as specified, and three colours', () => {
  expect(statusLegend.find(({ label }) => label === 'Resolved')?.color).toBe('#3388ff');
  expect(new Set(statusLegend.map(({ color }) => color)).size).toBe(3);
});
