import { expect, test } from 'vitest';
import { prefixMatches } from './prefix-search.ts';

const names = ['Canis lupus', 'canis rufus', 'Vulpes velox', 'Lycanis minor', 'Ĳsbeer'].map(
  (label) => ({ label }),
);
const labelsFor = (text: string, limit = 10) =>
  prefixMatches(names, text, limit).matches.map(({ label }) => label);

test.each([
  ['CANIS', ['Canis lupus', 'canis rufus']],
  ['canis l', ['Canis lupus']],
  ['  can', ['Canis lupus', 'canis rufus']],
  ['lupus', []],
  ['ĳs', ['Ĳsbeer']],
  ['Canis lupus baileyi', []],
])('%j begins %j', (text, labels) => {
  expect(labelsFor(text)).toEqual(labels);
});

test('the empty text begins every label', () => {
  expect(labelsFor('')).toHaveLength(names.length);
});

test('stops listing at the limit and goes on counting', () => {
  const plots = Array.from({ length: 20_000 }, (_, index) => ({ label: `Plot ${index}` }));
  const { matches, count } = prefixMatches(plots, 'plot 1', 50);
  expect(matches).toHaveLength(50);
  expect(matches[0]?.label).toBe('Plot 1');
  // 1, 10–19, 100–199, 1000–1999, 10000–19999.
  expect(count).toBe(11_111);
});
