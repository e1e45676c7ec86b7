import { expect, test } from 'vitest';
import { byWords } from './by-words.ts';

const ada = { id: 1, username: 'ada' };
const visitor = { id: null, username: 'Visitor 7QK2' };

test.each([
  [ada, null, 'by ada'],
  [visitor, ada, 'by Visitor 7QK2, accepted by ada'],
  [ada, ada, 'by ada'],
])('a change of %j that %j accepted is told %s', (author, accepted_by, expected) => {
  expect(byWords({ author, accepted_by })).toBe(expected);
});
