import { expect, test } from 'vitest';
import { orderBy, sortedBy } from './features.ts';

test('a column sorts upwards, then downwards, then not at all; another one begins anew', () => {
  const asTheyCame = { search: 'fen', searchIn: null, sort: null };
  const up = sortedBy(asTheyCame, 'depth');
  const down = sortedBy(up, 'depth');
  expect([asTheyCame, up, down].map((each) => orderBy(each, 'depth'))).toEqual([
    null,
    'ascending',
    'descending',
  ]);
  expect(sortedBy(down, 'depth')).toEqual(asTheyCame);
  expect(sortedBy(down, 'name')).toEqual({
    ...asTheyCame,
    sort: { key: 'name', order: 'ascending' },
  });
  expect(orderBy(down, 'name')).toBeNull();
});
