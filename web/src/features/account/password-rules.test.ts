import { expect, test } from 'vitest';
import { judgeNewPassword } from './password-rules.ts';

// The sentences of the specification, part 1 §5, written out again.
test.each([
  ['', '', 'This is required.', 'This is required.'],
  ['Hab!23', 'Hab!23', 'Requires at least 8 characters.', undefined],
  [
    'habitat!23',
    'habitat!23',
    'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
    undefined,
  ],
  [
    'Habitat!23',
    'Habitat!24',
    undefined,
    'Confirm Password must match the Password entered above.',
  ],
  ['Habitat!23', 'Habitat!23', undefined, undefined],
])('%j, repeated as %j', (password, password2, issue, issue2) => {
  const issues = judgeNewPassword({ password, password2 });
  expect(issues.password).toBe(issue);
  expect(issues.password2).toBe(issue2);
});
