import type {
  FeatureFilter,
  FilterOperator,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
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

test('under a filter, the legend has what features can still be', () => {
  const layerId = 'layer';
  const ask = (field: string, operator: FilterOperator, ...values: string[]) => ({
    layerId,
    field,
    operator,
    values,
  });
  const kinds = {
    attribute: 'kind',
    colors: ['Spring', 'Pond', 'Well'].map((value) => ({ value, color: '#123456' })),
  };
  const labels = (color_by: typeof kinds | typeof sizes, ...filter: FeatureFilter) =>
    legendOf({ ...plain, color_by }, filter).map(({ label }) => label);
  const sizes = {
    attribute: 'size',
    method: 'manual' as const,
    breaks: [10, 20],
    colors: ['#111111', '#222222', '#333333'],
  };
  expect(labels(kinds, ask('kind', 'is', 'Pond'))).toEqual(['Pond']);
  expect(labels(kinds, ask('kind', 'is', 'Bog'))).toEqual(['Other']);
  expect(labels(kinds, ask('kind', 'contains', 'p'))).toEqual(['Spring', 'Pond', 'Other']);
  expect(labels(kinds, ask('depth', '>', '3'))).toHaveLength(4);
  expect(labels(sizes, ask('size', '>=', '10'), ask('size', '<', '20'))).toEqual(['10 to 20']);
  expect(labels(sizes, ask('size', '>', '15'))).toEqual(['10 to 20', '20 or more']);
  expect(labels(sizes, ask('size', 'empty'))).toEqual(['No number']);
});

test('the legend of all features has blue for resolved ones, as specified, and three colours', () => {
  expect(statusLegend.find(({ label }) => label === 'Resolved')?.color).toBe('#3388ff');
  expect(new Set(statusLegend.map(({ color }) => color)).size).toBe(3);
});
