import { expect, test } from 'vitest';
import { inFieldOrder } from './fields.ts';

test('attributes stand in the order of the columns, and others after them by name', () => {
  const columns = [{ key: 'species' }, { key: 'id' }, { key: 'name' }];
  const names = ['id', 'zone', 'name', 'Age', 'species'];
  expect(inFieldOrder(names, columns)).toEqual(['species', 'id', 'name', 'Age', 'zone']);
  expect(inFieldOrder(names)).toEqual(['Age', 'id', 'name', 'species', 'zone']);
});
