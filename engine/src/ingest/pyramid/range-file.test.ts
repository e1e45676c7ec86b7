import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RangeFile } from './range-file.ts';

const scratch = mkdtempSync(join(tmpdir(), 'refugia-ranges-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const path = join(scratch, 'bytes');
writeFileSync(path, Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7));
const range = (offset: number, length: number) => ({ offset, length, blocks: [] });

test('the bytes of a range stay as they are while other ranges are read', async () => {
  const file = new RangeFile(path);
  await file.withRange(range(1, 3), async (bytes) => {
    await file.withRange(range(5, 2), async (others) => expect([...others]).toEqual([5, 6]));
    expect([...bytes]).toEqual([1, 2, 3]);
  });
  await file.withRange(range(2, 5), async (bytes) => expect([...bytes]).toEqual([2, 3, 4, 5, 6]));
  file.close();
});

test('a file that ends within a range is damaged', async () => {
  const file = new RangeFile(path);
  const reading = file.withRange(range(6, 3), async () => expect.unreachable());
  await expect(reading).rejects.toMatchObject({ code: 'damaged', message: /ends before byte 9/ });
  file.close();
});
