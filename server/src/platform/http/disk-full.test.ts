import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { BucketError } from '../storage/bucket.ts';
import { isDiskFull } from './disk-full.ts';

const coded = (code: string) => Object.assign(new Error('a write failed'), { code });
const ofQuery = (cause: Error) =>
  new DrizzleQueryError('insert into x values ($1)', ['ENOSPC: x'], cause);

// ENOSPC and EDQUOT are those of POSIX; 53100 is disk_full in PostgreSQL's table of error codes.
test.each<[string, unknown, boolean]>([
  ['no space', coded('ENOSPC'), true],
  ['no quota', coded('EDQUOT'), true],
  ['what another process told', new Error('ENOSPC: no space left on device, write'), true],
  ["PostgreSQL's code", ofQuery(coded('53100')), true],
  [
    "PostgreSQL's quota",
    ofQuery(new Error('could not extend file "base/1": Disk quota exceeded')),
    true,
  ],
  ['a full bucket', new BucketError('refused', { status: 507 }), true],
  ['another code', ofQuery(coded('23505')), false],
  ['words that somebody typed', new Error('"ENOSPC: x" is no number'), false],
  ['no error', 'ENOSPC', false],
])('%s', (_, error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});
