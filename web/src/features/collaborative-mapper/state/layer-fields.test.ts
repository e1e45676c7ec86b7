import { expect, test } from 'vitest';
import {
  addField,
  changedField,
  choicesIn,
  faultOfFields,
  movedField,
  shownFields,
  textField,
  withAttributes,
  withOwnKeys,
} from './layer-fields.ts';

const fields = [textField('tree', 'Tree'), { ...textField('age'), is_removed: true }];

test('a new field stands last, under its own key', () => {
  expect(addField(fields, 'height').at(-1)).toEqual(textField('height', 'height'));
});

test('a removed field comes back with its values', () => {
  expect(addField(fields, 'age')).toEqual([fields[0], textField('age')]);
});

test('a key that is taken is not given twice', () => {
  expect(addField(fields, 'tree').at(-1)).toEqual(textField('tree 2', 'tree'));
});

test('renaming keeps the key, removing keeps the field', () => {
  const renamed = changedField(fields, 'tree', { name: 'Species' });
  expect(renamed).toEqual([textField('tree', 'Species'), fields[1]]);
  const removed = changedField(fields, 'tree', { is_removed: true });
  expect(removed[0]).toEqual({ ...fields[0], is_removed: true });
  expect(shownFields(removed)).toEqual([]);
});

test('attributes that are no field come after the fields, and removed ones do not come back', () => {
  expect(withAttributes(fields, ['tree', 'age', 'height'])).toEqual([
    ...fields,
    textField('height'),
  ]);
});

test('a field moves past its neighbour that is shown', () => {
  const [tree, age] = fields;
  const height = textField('height');
  expect(movedField([tree, age, height], 'height', -1)).toEqual([height, age, tree]);
  expect(movedField([tree, age], 'tree', 1)).toEqual([tree, age]);
});

test('choices are the lines of a text, each once', () => {
  expect(choicesIn(' heron \n\nowl\nheron')).toEqual(['heron', 'owl']);
});

test('fields without a name, of one name or without choices can not be saved', () => {
  expect(faultOfFields([textField('a', ' ')])).toBe('Each field needs a name.');
  expect(faultOfFields([textField('a', 'Kind'), textField('b', 'Kind')])).toBe(
    'Two fields are called “Kind”.',
  );
  expect(faultOfFields([{ ...textField('a', 'Kind'), type: 'choice' }])).toBe(
    '“Kind” needs at least one choice.',
  );
  expect(faultOfFields([textField('a'), textField('b')])).toBeNull();
});

test('a new field is kept under its name, unless a field has that key', () => {
  const added = [...fields, textField('New field', 'kind'), textField('New field 2', 'tree')];
  expect(withOwnKeys(added, fields).map(({ key }) => key)).toEqual([
    'tree',
    'age',
    'kind',
    'tree 2',
  ]);
  const removed = { ...textField('New field'), is_removed: true };
  expect(withOwnKeys([...fields, removed], fields)).toEqual(fields);
});
