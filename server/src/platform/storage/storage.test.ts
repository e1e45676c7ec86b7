import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalStorage } from './local-storage.ts';
import { placeOf, type Storage } from './storage.ts';

describe('local storage', () => {
  let root: string;
  let storage: Storage;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'storage-'));
    storage = createLocalStorage(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function store(name: string, text: string): Promise<number> {
    const scratch = await storage.openScratch('work');
    await writeFile(join(scratch, 'a.txt'), text);
    return storage.putFolder(name, scratch);
  }

  test('takes a finished folder, and replaces one of the same name whole', async () => {
    expect(await store('runs/one', 'first')).toBe(5);
    expect(await store('runs/one', 'second')).toBe(6);
    expect(await readFile(placeOf(storage.locate('runs/one', 'a.txt')), 'utf8')).toBe('second');
    expect(await readdir(join(root, 'scratch'))).toEqual([]);
  });

  test('empties a scratch folder that a killed process left', async () => {
    await writeFile(join(await storage.openScratch('work'), 'half.tif'), 'x');
    expect(await readdir(await storage.openScratch('work'))).toEqual([]);
  });

  test('keeps a scratch folder as it was left, until it is removed', async () => {
    await writeFile(join(await storage.keepScratch('kept'), 'piece'), 'x');
    expect(await readdir(await storage.keepScratch('kept'))).toEqual(['piece']);
    await storage.removeScratch('kept');
    expect(await readdir(await storage.keepScratch('kept'))).toEqual([]);
  });

  test('sweeps scratch folders that a killed process left long ago, and no others', async () => {
    const left = await storage.openScratch('left');
    await writeFile(join(left, 'half.tif'), 'x');
    const at = new Date('2026-01-01T10:00:00Z');
    await utimes(left, at, at);
    await storage.openScratch('used');
    const before = new Date('2026-01-01T11:00:00Z');
    await storage.sweepScratch(before, (name) => name !== 'left');
    expect((await readdir(join(root, 'scratch'))).sort()).toEqual(['left', 'used']);
    await storage.sweepScratch(before);
    expect(await readdir(join(root, 'scratch'))).toEqual(['used']);
  });

  test('has nothing to sweep before anything was stored', () =>
    expect(storage.sweepScratch(new Date())).resolves.toBeUndefined());

  test('removes a folder, and does not mind one that is not there', async () => {
    await store('runs/one', 'text');
    await storage.removeFolder('runs/one');
    await storage.removeFolder('runs/one');
    await expect(stat(placeOf(storage.locate('runs/one', 'a.txt')))).rejects.toThrow('ENOENT');
  });

  test.each(['../outside', 'runs/../../etc', '/etc', '', 'a//b', '.hidden', 'a b', 'a\0b'])(
    'the name %j is refused',
    (name) => {
      expect(() => storage.locate(name, 'a.txt')).toThrow(/can't be the name/);
      expect(() => storage.locate('runs/one', name)).toThrow(/can't be the name/);
    },
  );
});
