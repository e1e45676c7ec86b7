import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serializeError } from './log.ts';

test('a failed query is logged without what people typed', () => {
  const cause = new Error('could not extend file');
  const error = new DrizzleQueryError(
    'INSERT INTO account VALUES ($1, $2)',
    ['wren@example.org', 'first line\nsecond line'],
    cause,
  );
  const text = JSON.stringify(serializeError(error));
  expect(text).toContain('INSERT INTO account');
  expect(text).toContain('could not extend file');
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('wren@example.org');
  expect(text).not.toContain('second line');
});

test('any other error is logged whole', () => {
  expect(serializeError(new TypeError('no such band'))).toMatchObject({
    type: 'TypeError',
    message: 'no such band',
    stack: expect.stringContaining('log.test.ts'),
  });
});

test.each(['plain words', undefined, { code: 7 }])(
  '%j, which is no error, is no fault',
  (thrown) => {
    expect(serializeError(thrown)).toEqual(thrown);
  },
);
