import { describe, expect, test } from 'vitest';
import { emptySignUp, judgeNewPassword, judgeSignUp, signUpPayload } from './field-rules.ts';

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

// The sentences are those of the specification, part 1 §5, written out again.
const right = {
  first_name: 'Field',
  last_name: "O'One",
  username: 'field_one',
  email: 'one@example.org',
  password: 'Habitat!23',
  password2: 'Habitat!23',
};

describe('the sign-up form', () => {
  test('has nothing to say about a form that is right', () => {
    expect(judgeSignUp(right)).toEqual({});
  });

  test('wants every field', () => {
    const issues = judgeSignUp(emptySignUp);
    expect(Object.keys(issues).sort()).toEqual(Object.keys(right).sort());
    expect(new Set(Object.values(issues))).toEqual(new Set(['This is required.']));
  });

  test.each([
    [
      'first_name',
      '1st',
      'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.',
    ],
    [
      'username',
      'a',
      'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.',
    ],
    ['email', 'one@example', 'Email requires the standard email format.'],
    ['password', 'Hab!23', 'Requires at least 8 characters.'],
    [
      'password',
      'habitat123',
      'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
    ],
    ['password2', 'Habitat!24', 'Confirm Password must match the Password entered above.'],
  ] as const)('says what is wrong with %s %j', (field, value, sentence) => {
    expect(judgeSignUp({ ...right, [field]: value })[field]).toBe(sentence);
  });

  test('trims everything but the passwords', () => {
    const payload = signUpPayload({
      ...right,
      first_name: ' Field ',
      email: ' one@example.org ',
      password: ' Habitat!23 ',
      password2: ' Habitat!23 ',
    });
    expect(payload).toMatchObject({
      first_name: 'Field',
      email: 'one@example.org',
      password: ' Habitat!23 ',
      password2: ' Habitat!23 ',
    });
  });
});
