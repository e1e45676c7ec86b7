import { expect, test } from 'vitest';
import { addField, removeField, renameField } from './fields.ts';

const fields = [
  { key: 'tree', name: 'Tree', is_removed: false },
  { key: 'age', name: 'age', is_removed: true },
];

test('a new field stands last, under its own key', () => {
  expect(addField(fields, 'height').at(-1)).toEqual({
    key: 'height',
    name: 'height',
    is_removed: false,
  });
});

test('a removed field comes back with its values', () => {
  expect(addField(fields, 'age')).toEqual([
    fields[0],
    { key: 'age', name: 'age', is_removed: false },
  ]);
});

test('a key that is taken is not given twice', () => {
  expect(addField(fields, 'tree').at(-1)).toEqual({
    key: 'tree 2',
    name: 'tree',
    is_removed: false,
  });
});

test('renaming keeps the key, removing keeps the field', () => {
  expect(renameField(fields, 'tree', 'Species')[0]).toEqual({
    key: 'tree',
    name: 'Species',
    is_removed: false,
  });
  expect(removeField(fields, 'tree')[0]).toEqual({ key: 'tree', name: 'Tree', is_removed: true });
});
