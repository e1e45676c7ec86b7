import { expect, test } from 'vitest';
import { readOccurrences, writeOccurrences } from './occurrences.ts';

test('what is written is read again, beside the rest of the address', () => {
  const species = [
    { key: 2435099, name: 'Puma concolor (Linnaeus, 1771)' },
    { key: 5, name: 'Name: with a colon & more' },
  ];
  const parameters = writeOccurrences(new URLSearchParams('id=7'), species);
  expect(parameters.get('id')).toBe('7');
  expect(readOccurrences(new URLSearchParams(parameters.toString()))).toEqual(species);
});

test.each(['', ':', '5', '0:zero', '-1:minus', 'x:y', '1e3:many', `3:${'a'.repeat(101)}`])(
  'what makes no sense counts as left out: %s',
  (text) => {
    expect(readOccurrences(new URLSearchParams([['occurrences', text]]))).toEqual([]);
  },
);

test('the last four stay', () => {
  const six = [1, 2, 3, 4, 5, 6].map((key) => ({ key, name: `Species ${key}` }));
  const parameters = writeOccurrences(new URLSearchParams(), six);
  expect(readOccurrences(parameters).map(({ key }) => key)).toEqual([3, 4, 5, 6]);
});
