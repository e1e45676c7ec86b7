import { expect, test } from 'vitest';
import { sortRows, type TableColumn } from './table.tsx';

interface Reserve {
  id: string;
  hectares: number;
}

const rows: Reserve[] = [
  { id: 'a', hectares: 20 },
  { id: 'b', hectares: 3 },
  { id: 'c', hectares: 20 },
];
const columns: TableColumn<Reserve>[] = [
  { id: 'name', name: 'Name', render: ({ id }) => id },
  {
    id: 'hectares',
    name: 'Hectares',
    render: ({ hectares }) => hectares,
    compare: (one, other) => one.hectares - other.hectares,
  },
];
const idsBy = (column: string, direction: 'ascending' | 'descending') =>
  sortRows(rows, columns, { column, direction }).map(({ id }) => id);

test('sorts by the column in either direction, equal rows keeping their places', () => {
  expect(idsBy('hectares', 'ascending')).toEqual(['b', 'a', 'c']);
  expect(idsBy('hectares', 'descending')).toEqual(['a', 'c', 'b']);
});

test('leaves the rows alone without an order, or by a column that has none', () => {
  expect(sortRows(rows, columns, undefined)).toBe(rows);
  expect(idsBy('name', 'descending')).toEqual(['a', 'b', 'c']);
});
