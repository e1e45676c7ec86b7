import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { BucketError } from '../storage/bucket.ts';
import { isDiskFull } from './disk-full.ts';

const coded = (code: string, message = 'a write failed') =>
  Object.assign(new Error(message), { code });
const ofQuery = (cause: Error) =>
  new DrizzleQueryError('insert into x values ($1)', ['ENOSPC: x'], cause);

// ENOSPC and EDQUOT are those of POSIX. 53100 is disk_full and XX000 internal_error in PostgreSQL's
// table of error codes; errcode_for_file_access of its source gives the latter for EDQUOT.
test.each<[string, unknown, boolean]>([
  ['no space', coded('ENOSPC'), true],
  ['no quota', coded('EDQUOT'), true],
  ["PostgreSQL's code", ofQuery(coded('53100')), true],
  [
    "PostgreSQL's quota",
    ofQuery(coded('XX000', 'could not extend file "base/1": Disk quota exceeded')),
    true,
  ],
  ['a full bucket', new BucketError('refused', { status: 507 }), true],
  ['another code', ofQuery(coded('23505')), false],
  ['words without a code', new Error('ENOSPC: no space left on device, write'), false],
  ['another internal error', ofQuery(coded('XX000', 'cache lookup failed')), false],
  ['words that somebody typed', new Error('"ENOSPC: x" is no number'), false],
  ['no error', 'ENOSPC', false],
])('%s', (_, error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});
