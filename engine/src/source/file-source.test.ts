import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileSource } from './file-source.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-file-source-'));
  path = join(folder, 'ten.bin');
  await writeFile(path, Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
});
afterAll(() => rm(folder, { recursive: true }));

test('reads where it is asked to, and fewer bytes only at the end', async () => {
  await using source = await FileSource.open(path);
  expect(await source.size()).toBe(10);
  expect([...(await source.read(3, 4))]).toEqual([3, 4, 5, 6]);
  expect([...(await source.read(8, 100))]).toEqual([8, 9]);
  expect(await source.read(50, 5)).toHaveLength(0);
});

test('reads at the same time do not disturb each other', async () => {
  await using source = await FileSource.open(path);
  const places = [7, 0, 5, 2, 9];
  const reads = await Promise.all(places.map((place) => source.read(place, 1)));
  expect(reads.map(([byte]) => byte)).toEqual(places);
});

test('rejects with the reason of an abort, and as the file system does', async () => {
  await using source = await FileSource.open(path);
  const reason = new Error('enough');
  await expect(source.read(0, 1, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(FileSource.open(join(folder, 'none.tif'))).rejects.toHaveProperty('code', 'ENOENT');
});

test('is closed by whoever opened it', async () => {
  const source = await FileSource.open(path);
  await source.close();
  await expect(source.read(0, 1)).rejects.toHaveProperty('code', 'EBADF');
});
