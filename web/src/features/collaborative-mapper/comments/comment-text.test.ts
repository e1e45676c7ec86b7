import { expect, test } from 'vitest';
import { piecesOf } from './comment-text.ts';

// The rules for usernames are in the specification, part 1 §5.
test.each([
  ['no names', ['no names']],
  ['@wolf_field look here', ['>wolf_field', ' look here']],
  ['ask @Lark-2, please', ['ask ', '>Lark-2', ', please']],
  ['mail me at someone@example.org', ['mail me at someone@example.org']],
  ['@1st and @a', ['@1st and @a']],
  ['(@ab)@cd', ['(', '>ab', ')', '>cd']],
  ['@abcdefghijklmnopqrstuvwxyz', ['@abcdefghijklmnopqrstuvwxyz']],
])('in %j the people are found', (text, expected) => {
  const pieces = piecesOf(text);
  expect(pieces.map((each) => (each.kind === 'words' ? each.text : `>${each.username}`))).toEqual(
    expected,
  );
});
