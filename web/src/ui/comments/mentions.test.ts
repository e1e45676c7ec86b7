import { expect, test } from 'vitest';
import { mentionAt, namesFor, withMention } from './mentions.ts';

test.each([
  ['@', 1, { from: 0, prefix: '' }],
  ['Ask @her', 8, { from: 4, prefix: 'her' }],
  ['Ask @her about it', 8, { from: 4, prefix: 'her' }],
  ['(@reed-k', 8, { from: 1, prefix: 'reed-k' }],
  ['Ask @her about', 14, null],
  ['heron@example', 13, null],
  ['Ask her', 7, null],
])('in %j with the caret at %d, what is mentioned is %j', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test('names that begin with what was written come before those that contain it', () => {
  const names = ['grey-heron', 'Heron', 'coot', 'heron-2'];
  expect(namesFor({ from: 0, prefix: 'her' }, names)).toEqual(['Heron', 'heron-2', 'grey-heron']);
  expect(namesFor({ from: 0, prefix: 'x' }, names)).toEqual([]);
});

test('a name takes the place of what was written, with one space after it', () => {
  const begun = { from: 4, prefix: 'her' };
  expect(withMention('Ask @her', begun, 'heron')).toEqual({ text: 'Ask @heron ', caret: 11 });
  expect(withMention('Ask @her about', begun, 'heron')).toEqual({
    text: 'Ask @heron about',
    caret: 11,
  });
});
