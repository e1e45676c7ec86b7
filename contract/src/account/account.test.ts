import { describe, expect, test } from 'vitest';
import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  signUpSchema,
  usernameSchema,
} from './account.ts';
import { bioSchema, organizationSchema, photoCropSchema } from './profile.ts';

/**
 * The first sentence about a value, or undefined for a valid one. The rules are those of the
 * specification, part 1, section 5.
 */
function sentenceAbout(
  schema: typeof passwordSchema | typeof bioSchema,
  value: string,
): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

const weak =
  'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.';

test.each([
  ['', 'This is required.'],
  ['Aa1!567', 'Requires at least 8 characters.'],
  ['Aa1!5678', undefined],
  [`Aa1!${'x'.repeat(28)}`, undefined],
  [`Aa1!${'x'.repeat(29)}`, 'Requires at most 32 characters.'],
  ['AAAA111!', weak],
  ['aaaa111!', weak],
  ['aaaaAAA!', weak],
  ['aaaAA111', weak],
  ['aaaAA 11', weak],
  ['Ääää111€', undefined],
])('the password %j: %s', (password, sentence) => {
  expect(sentenceAbout(passwordSchema, password)).toBe(sentence);
});

const usernameFormat =
  'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.';

test.each([
  ['', 'This is required.'],
  ['ab', undefined],
  ['a', usernameFormat],
  ['x'.repeat(20), undefined],
  ['x'.repeat(21), usernameFormat],
  [' padded ', undefined],
  ['a-b_C9', undefined],
  ['9ab', usernameFormat],
  ['_ab', usernameFormat],
  ['a.b', usernameFormat],
  ['a b', usernameFormat],
  ['ａｂ', usernameFormat],
  ['pаypal', usernameFormat],
])('the username %j: %s', (username, sentence) => {
  expect(sentenceAbout(usernameSchema, username)).toBe(sentence);
});

const emailFormat = 'Email requires the standard email format.';

test.each([
  ['', 'This is required.'],
  ['a@b.org', undefined],
  [' a@b.org ', undefined],
  [`${'x'.repeat(38)}@example.org`, undefined],
  [`${'x'.repeat(39)}@example.org`, emailFormat],
  ['a@b', emailFormat],
  ['a.org', emailFormat],
  ['a@-b.org', emailFormat],
  ['a@b-.org', emailFormat],
  ['a@b..org', emailFormat],
  ['a b@c.org', emailFormat],
  ['"a"@b.org', emailFormat],
  ['a@b.org\u0000', emailFormat],
])('the email %j: %s', (email, sentence) => {
  expect(sentenceAbout(emailSchema, email)).toBe(sentence);
});

const nameFormat =
  'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.';

test.each([
  ['', 'This is required.'],
  ['X', undefined],
  ["O'Neil-Núñez, Jr.", undefined],
  ['Žižka', undefined],
  ['x'.repeat(50), undefined],
  ['x'.repeat(51), nameFormat],
  ['-x', nameFormat],
  ['x7', nameFormat],
  ['x<b>', nameFormat],
])('the name %j: %s', (name, sentence) => {
  expect(sentenceAbout(personNameSchema, name)).toBe(sentence);
});

describe('texts of a profile', () => {
  const hidden =
    'This contains a character that can not be shown. Please remove it, or type the text anew.';
  test.each([
    ['', undefined],
    ['a\tb\nc\r\nd', undefined],
    ['नमस्ते, שלום, \u{1f469}\u200d\u{1f33e}', undefined],
    ['a\u0007', hidden],
    ['a\u009fb', hidden],
    ['a\u202eb', hidden],
    ['a\u2066b', hidden],
    ['\udc00', hidden],
  ])('the description %j: %s', (bio, sentence) => {
    expect(sentenceAbout(bioSchema, bio)).toBe(sentence);
  });

  test.each([
    ['Prairie Trust & Söhne', undefined],
    ['two\nlines', hidden],
    ['two\u2028lines', hidden],
    ['a\tb', hidden],
    ['a\0b', hidden],
    ['a\u200eb', hidden],
    ['a\u200fb', hidden],
  ])('the organization %j: %s', (organization, sentence) => {
    expect(sentenceAbout(organizationSchema, organization)).toBe(sentence);
  });

  test('form fields become the numbers of a crop', () => {
    const fields = { cropX: '10', cropY: '0', cropSize: '64' };
    expect(photoCropSchema.parse(fields)).toEqual({ cropX: 10, cropY: 0, cropSize: 64 });
  });
});

test('a sign-up names the field at fault', () => {
  const signUp = {
    first_name: 'A',
    last_name: 'B',
    username: 'ab',
    email: 'a@b.org',
    password: 'Aa1!5678',
  };
  const parsed = signUpSchema.safeParse({ ...signUp, password2: 'Aa1!5679' });
  expect(parsed.error?.issues).toMatchObject([
    { path: ['password2'], message: 'Confirm Password must match the Password entered above.' },
  ]);
  expect(signUpSchema.safeParse({ ...signUp, password2: 'Aa1!5678' }).success).toBe(true);
});
