import { expect, test } from 'vitest';
import { describeFault } from './describe-fault.ts';

// The numbers are those of WASI: wasi_snapshot_preview1, "errno".
test.each([
  [new Error('checksum is wrong'), 'checksum is wrong'],
  [
    new Error('Aborted(). Build with -sASSERTIONS for more info.'),
    'it gave up, as it does when no space is left on the disk',
  ],
  [{ name: 'ErrnoError', errno: 51 }, 'no space is left on the disk'],
  [{ name: 'ErrnoError', errno: 69 }, 'the file system is read-only'],
  [{ name: 'ErrnoError', errno: 12 }, 'file system fault 12'],
  ['gone', 'gone'],
  [undefined, 'undefined'],
])('%j reads as a sentence can use it', (error, says) => {
  expect(describeFault(error)).toBe(says);
});
