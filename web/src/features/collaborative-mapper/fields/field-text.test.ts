import { expect, test } from 'vitest';
import { fieldOf, withText, withValue } from './field-text.ts';

test('a field that nobody writes in follows the map', () => {
  expect(withValue(fieldOf('fen'), 'bog')).toEqual(fieldOf('bog'));
  const field = fieldOf('fen');
  expect(withValue(field, 'fen')).toBe(field);
});

test('a text that was begun stays when somebody else changes the value, and this is said', () => {
  const overtaken = withValue(withText(fieldOf('fen'), 'fen in the no'), 'bog');
  expect(overtaken).toEqual({ text: 'fen in the no', value: 'bog', isOvertaken: true });
  const written = withText(overtaken, 'fen in the north');
  expect(written).toEqual({ text: 'fen in the north', value: 'bog', isOvertaken: true });
});

test('nothing is overtaken any more when both have the same text', () => {
  const overtaken = withValue(withText(fieldOf('fen'), 'marsh'), 'bog');
  expect(withText(overtaken, 'bog')).toEqual(fieldOf('bog'));
  // The map takes what was written.
  expect(withValue(overtaken, 'marsh')).toEqual(fieldOf('marsh'));
});
