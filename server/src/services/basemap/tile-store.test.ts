import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TileStore } from './tile-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-tiles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the oldest tiles go when the store is full, also those of an earlier process', async () => {
  // With the 47 bytes of its facts, a file has 100.
  const tile = { bytes: new Uint8Array(53), mediaType: '', freshUntil: Number.POSITIVE_INFINITY };
  const earlier = new TileStore(folder, 1_000);
  for (let index = 0; index < 9; index++) {
    await earlier.write(`8/${index}`, tile);
    await utimes(join(folder, `8/${index}`), 1_000 + index, 1_000 + index);
  }
  const store = new TileStore(folder, 1_000);
  await store.write('8/9', tile);
  expect(await store.read('8/0')).not.toBeNull();
  await store.write('8/10', tile);
  const kept = await Promise.all(
    Array.from({ length: 11 }, (_, index) => store.read(`8/${index}`)),
  );
  expect(kept.map((each) => each !== null)).toEqual([
    ...[false, false, false],
    ...Array(8).fill(true),
  ]);
});
