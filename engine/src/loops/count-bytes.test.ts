import { expect, test } from 'vitest';
import { countBytes } from './count-bytes.ts';

test.each([
  [0, 1000],
  [0, 1003],
  [1, 777],
])('bytes from %d on are counted as one by one', (start, count) => {
  const bytes = Uint8Array.from({ length: start + count }, (_, index) => (index * index) % 251);
  const counted = bytes.subarray(start);
  const tables = Array.from({ length: 4 }, () => new Uint32Array(256));
  countBytes(counted, tables);
  const expected = new Array<number>(256).fill(0);
  for (const byte of counted) expected[byte]++;
  expect(expected.map((_, byte) => tables.reduce((sum, table) => sum + table[byte], 0))).toEqual(
    expected,
  );
});
