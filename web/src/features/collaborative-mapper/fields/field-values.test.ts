import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { expect, test } from 'vitest';
import { controlFor, optionsFor, valueOfText, withAttribute, wordOfValue } from './field-values.ts';

const field = (type: LayerField['type'], choices: string[] = []): LayerField => ({
  key: 'a',
  name: 'A',
  is_removed: false,
  is_required: false,
  type,
  choices,
});

test.each([
  ['number', ' 2.5 ', undefined, 2.5],
  ['number', 'two', undefined, 'two'],
  ['number', '', 3, undefined],
  ['text', '007', undefined, '007'],
  ['text', '8', 7, 8],
  ['text', '', 'x', ''],
  ['text', 'TRUE', false, true],
  ['number', 'Infinity', 5, 'Infinity'],
  ['boolean', 'true', undefined, true],
  ['choice', 'owl', undefined, 'owl'],
  ['date', '2026-05-31', undefined, '2026-05-31'],
] as const)('in a field of %s, “%s” is read after %s', (type, text, before, value) => {
  expect(valueOfText(field(type), text, before)).toBe(value);
});

test('a date from earlier that is none is shown as the text that it is', () => {
  expect(controlFor(field('date'), '2026-05-31')).toBe('date');
  expect(controlFor(field('date'), undefined)).toBe('date');
  expect(controlFor(field('date'), 'May')).toBe('text');
});

test('a former value that is no choice any more can be read among the choices', () => {
  const labels = optionsFor(field('choice', ['heron', 'owl']), 'stork').map(({ label }) => label);
  expect(labels).toEqual(['heron', 'owl', 'stork']);
  const [none] = optionsFor(field('choice', ['heron']), 'heron', true);
  expect(valueOfText(field('choice'), none.id, 'heron')).toBeUndefined();
  expect(optionsFor(field('boolean'), false).map(({ label }) => label)).toEqual(['Yes', 'No']);
});

test('people read yes and no in a field for that alone', () => {
  expect(wordOfValue(field('boolean'), false)).toBe('No');
  expect(wordOfValue(field('text'), false)).toBe('false');
  expect(wordOfValue(field('number'), 0)).toBe('0');
  expect(wordOfValue(undefined, null)).toBe('');
});

test('attributes are set and taken away, and what was there is left as it was', () => {
  const before = { tree: 'oak', height: 12 };
  expect(withAttribute(before, 'tree', 'elm')).toEqual({ tree: 'elm', height: 12 });
  expect(withAttribute(before, 'tree', undefined)).toEqual({ height: 12 });
  expect(withAttribute(before, 'tree', '')).toEqual({ height: 12 });
  expect(withAttribute(before, '__proto__', 'x')).toEqual(
    Object.fromEntries([...Object.entries(before), ['__proto__', 'x']]),
  );
  expect(before).toEqual({ tree: 'oak', height: 12 });
});
