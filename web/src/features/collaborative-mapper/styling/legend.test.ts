import { expect, test } from 'vitest';
import { legendOf, statusLegend } from './legend-entries.ts';

const plain = { color: null, color_by: null, label_by: null };

test('the legend names every value, and what the rest looks like', () => {
  expect(legendOf(plain)).toEqual([]);
  const color_by = { attribute: 'tree', colors: [{ value: null, color: '#000000' }] };
  expect(legendOf({ ...plain, color: '#ffffff', color_by })).toEqual([
    { label: 'No value', color: '#000000' },
    { label: 'Other', color: '#ffffff' },
  ]);
});

test('the legend of classes has their ranges with the unit', () => {
  const colors = ['#111111', '#222222', '#333333'];
  const classes = { attribute: 'size', method: 'manual' as const, breaks: [-1.5, 1200], colors };
  const labels = (color_by: typeof classes & { unit?: string }) =>
    legendOf({ ...plain, color_by }).map(({ label }) => label);
  expect(labels({ ...classes, unit: 'ha' })).toEqual([
    'Less than −1.5 ha',
    '−1.5 to 1,200 ha',
    '1,200 ha or more',
    'No number',
  ]);
  expect(labels({ ...classes, breaks: [4], colors: colors.slice(1) })).toEqual([
    'Less than 4',
    '4 or more',
    'No number',
  ]);
});

test('the legend of all features has blue for resolved ones, as specified, and three colours', () => {
  expect(statusLegend.find(({ label }) => label === 'Resolved')?.color).toBe('#3388ff');
  expect(new Set(statusLegend.map(({ color }) => color)).size).toBe(3);
});
