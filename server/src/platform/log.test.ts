import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog, serializeError } from './log.ts';

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

test.each(['as it is', 'by its key', 'with words'])(
  'no line of the log has it either, logged %s',
  (how) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const error = new DrizzleQueryError('SELECT $1', ['wren@example.org'], new Error('no space'));
    if (how === 'as it is') log.error(error);
    else if (how === 'by its key') log.error({ err: error });
    else log.child({ part: 'mail' }).error({ err: error }, 'failed');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('SELECT $1');
    expect(lines[0]).toContain('no space');
    expect(lines[0]).not.toContain('wren@');
  },
);

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
