import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
  ['field_one', 'FO'],
  ['Walker', 'W'],
  ['ann-marie-lee', 'AM'],
  ['élan', 'É'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
