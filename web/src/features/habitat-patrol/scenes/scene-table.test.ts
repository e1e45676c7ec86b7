import { expect, test } from 'vitest';
import { choiceSentences } from './scene-table.tsx';

test('where nobody chose scenes there is nothing to say', () => {
  expect(choiceSentences({})).toEqual([]);
  expect(choiceSentences({ before: { exclude: [] } })).toEqual([]);
});

test('scenes that were left out or chosen are named, by the date that they are of', () => {
  expect(
    choiceSentences({ before: { exclude: ['b-1', 'b-2'] }, after: { only: ['a-1'] } }),
  ).toEqual(['Before, left out by hand: b-1, b-2.', 'After, chosen by hand: a-1.']);
});

test('of very many the first are named', () => {
  const exclude = Array.from({ length: 14 }, (_, index) => `s-${index}`);
  expect(choiceSentences({ after: { exclude } })).toEqual([
    'After, left out by hand: s-0, s-1, s-2, s-3, s-4, s-5, s-6, s-7, s-8, s-9, s-10, s-11 and 2 more.',
  ]);
});
