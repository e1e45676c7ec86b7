import { expect, test } from 'vitest';
import { orderBy, sortedBy } from './features.ts';

test('a column sorts upwards, then downwards, then not at all; another one begins anew', () => {
  const up = sortedBy(null, 'depth');
  const down = sortedBy(up, 'depth');
  expect([null, up, down].map((sort) => orderBy(sort, 'depth'))).toEqual([
    null,
    'ascending',
    'descending',
  ]);
  expect(sortedBy(down, 'depth')).toBeNull();
  expect(sortedBy(down, 'name')).toEqual({ key: 'name', order: 'ascending' });
  expect(orderBy(down, 'name')).toBeNull();
});
