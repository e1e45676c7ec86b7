import { expect, test } from 'vitest';
import { release } from './release.ts';

test('arrays are emptied, once or again, and memory that threads share stays', () => {
  const [own, shared] = [new Float64Array(4), new Uint8Array(new SharedArrayBuffer(4))];
  release(own, own, shared);
  release(own);
  expect([own.length, own.buffer.byteLength, shared.length]).toEqual([0, 0, 4]);
});
